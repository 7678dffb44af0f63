/** Id of this dialect, under which its extension is kept. */
export const format = 'openai-embeddings'

/** Largest number of inputs in a call. https://platform.openai.com/docs/api-reference/embeddings/create */
export const batch = 2048

/** Largest number of tokens in a call. */
export const tokens = 300_000
