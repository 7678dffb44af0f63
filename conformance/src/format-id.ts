/** Every format that wire data of the suite may be spelled in. */
export type FormatId = 'messages' | 'chat' | 'responses' | 'contents'
