/** The id of this dialect, under which its box is kept. */
export const format = 'vertex-predict'

/** Most instances of a call. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const batch = 250
