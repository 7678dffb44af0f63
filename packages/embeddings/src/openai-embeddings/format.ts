/** The id of this dialect, under which its box is kept. */
export const format = 'openai-embeddings'

/** Most inputs of a call. https://platform.openai.com/docs/api-reference/embeddings/create */
export const batch = 2048

/** Most tokens of a call. */
export const tokens = 300_000
