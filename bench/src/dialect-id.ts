export type DialectId = 'messages' | 'chat' | 'responses' | 'contents' | 'interactions' | 'converse'
