/** Id of this dialect, under which its extension is kept. */
export const format = 'vertex-predict'

/** Largest number of instances in a call. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const batch = 250

/** Largest number of tokens in a call, and in one instance before it is cut or, if cutting is forbidden, refused. */
export const tokens = 20_000
export const longest = 2048
