/** The id of this dialect, under which its box is kept. */
export const format = 'gemini-embeddings'

/** Most requests of a batch. https://ai.google.dev/api/embeddings */
export const batch = 100
