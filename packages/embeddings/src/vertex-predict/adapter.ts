import type { EmbedAdapter } from '../embed-adapter.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeResponse } from './decode-response.ts'
import { readDialect } from './dialect.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeResponse } from './encode-response.ts'
import { batch, format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { parseRequest } from './parse-request.ts'
import { parseResponse } from './parse-response.ts'
import type { WireVertexEmbedRequest, WireVertexEmbedResponse } from './wire.ts'

/** `predict` of a text embedding model on Vertex. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const vertexPredict = {
  format,
  batch,
  checkDialect: readDialect,
  parseRequest,
  decodeRequest,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  encodeResponse,
  decodeFailure,
} satisfies EmbedAdapter<WireVertexEmbedRequest, WireVertexEmbedResponse>
