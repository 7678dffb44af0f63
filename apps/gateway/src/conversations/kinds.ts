/** The kinds of documents in the store that conversations consist of. Items of a conversation are kept in the lots in which they came. */
export const kinds = { response: 'response', conversation: 'conversation', items: 'conversation-items' } as const
