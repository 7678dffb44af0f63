/** Formats of the suite's wire data. */
export type FormatId = 'messages' | 'chat' | 'responses' | 'contents'
