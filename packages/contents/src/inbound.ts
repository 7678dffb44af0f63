import { invalidRequest, requireList } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type { Failure, InboundAdapter, InboundCount, JsonObject } from '@interlingua/core'
import type { EdgeHeaders, EdgeRoute, InboundEdge, PathParams, RequestHead } from '@interlingua/core/edge'
import { hasForeignFiles } from './accepts-url.ts'
import { checkInlineBytes } from './check-inline-bytes.ts'
import { checkWords } from './check-words.ts'
import { decodeCountRequest, encodeCountResponse, parseCountRequest } from './count.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeResponse } from './encode-response.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { modelProfiles } from './model-profiles.ts'
import { parseRequest } from './parse-request.ts'
import { createStreamSerializer } from './serialize-stream.ts'
import type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
import type { WireFailure, WireResponse, WireStreamFrame } from './wire/wire-response.ts'

/** Native contents (Gemini generateContent), as its server. */
export interface ContentsInbound extends InboundAdapter<WireRequest, WireResponse, WireStreamFrame, WireFailure> {
  readonly format: 'contents'
  readonly count: InboundCount<WireCountRequest, WireCount>
}

const routes: readonly EdgeRoute[] = (
  [
    { method: 'generateContent', operation: 'generate', summary: 'Generate, as native contents' },
    { method: 'streamGenerateContent', operation: 'generate', stream: true, summary: 'Generate, as a stream of native contents' },
    { method: 'countTokens', operation: 'count', summary: 'Count the tokens of native contents' },
  ] as const
).map(({ method, ...route }) => ({ ...route, path: `/v1beta/models/{model}:${method}`, also: [`/v1/models/{model}:${method}`] }))

/** Half of the format that serves its clients. */
export const contents: InboundEdge<ContentsInbound> = {
  adapter: {
    format,
    http,
    parseRequest,
    decodeRequest,
    encodeResponse,
    createStreamEncoder,
    createStreamSerializer,
    encodeFailure,
    count: { parseCountRequest, decodeCountRequest, encodeCountResponse },
  },
  vendor: 'google',
  profiles: modelProfiles,
  client: {
    routes,
    recognizes,
    readHead: ({ body, path }) => readHead(body, path),
    check: checkInlineBytes,
    checkWords,
    checksModel: true,
    needsTranslation: hasForeignFiles,
    headers: { forwarded: ['x-goog-api-client', 'x-server-timeout'], requestId: 'x-request-id' },
    errorBody: (body, code) => (isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code } } : body),
    stream: {
      // Clients take any line that is no data for a broken stream.
      keepAlive: { text: '', afterStart: false },
      comments: false,
      // The older SDK, LangChain and LangChain4j skip an error object.
      breaksOnFailure: true,
      arrays: true,
    },
  },
}

/** Reads model and method from the path. A count may hold a whole request in place of its contents. */
function readHead(body: JsonObject, { model = '', stream = false }: PathParams): RequestHead | Failure {
  if (model === '') return invalidRequest('the path names no model: /v1beta/models/{model}:{method}')
  const missing =
    body['generateContentRequest'] === undefined && body['generate_content_request'] === undefined && requireList(body, 'contents')
  return missing || { model, stream }
}

/** Paths with Google's versions, and those of its cloud. */
const nativePath = /^\/(?:v1(?:beta1?|alpha)\/|v1\/(?:projects|publishers)\/)/
const keyInQuery = /[?&]key=/

function recognizes(url: string, headers: EdgeHeaders): number {
  if (nativePath.test(url)) return 5
  if (headers['x-goog-api-key'] !== undefined || headers['x-google-api-key'] !== undefined) return 3
  return keyInQuery.test(url) ? 1 : 0
}
