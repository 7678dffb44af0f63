/** Id of this dialect, under which its extension is kept. */
export const format = 'gemini-embeddings'

/** Largest number of requests in a batch. https://ai.google.dev/api/embeddings */
export const batch = 100
