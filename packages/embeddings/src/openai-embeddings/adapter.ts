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
import type { WireOpenaiEmbedRequest, WireOpenaiEmbedResponse } from './wire.ts'

/** `POST /v1/embeddings`. https://platform.openai.com/docs/api-reference/embeddings */
export const openaiEmbeddings = {
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
} satisfies EmbedAdapter<WireOpenaiEmbedRequest, WireOpenaiEmbedResponse>
