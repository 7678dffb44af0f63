/** The id of this dialect, under which its box is kept. */
export const format = 'vertex-predict'

/** Most instances of a call. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const batch = 250

/** Most tokens of a call, and those of one instance that are read: what is beyond is cut, unless that is forbidden. */
export const tokens = 20_000
export const longest = 2048
