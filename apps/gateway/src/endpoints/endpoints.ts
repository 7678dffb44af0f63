import { cacheEndpoints } from '../caches/cache-endpoints.ts'
import { withCachedContent } from '../caches/with-cached-content.ts'
import { doors } from '../doors/doors.ts'
import { embedEndpoints, embedMethods } from '../embeddings/embed-endpoints.ts'
import { responseEndpoints } from '../conversations/response-endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import { imageEndpoints, predictEndpoint } from '../images/image-endpoints.ts'
import { modelEndpoints } from '../models/model-endpoints.ts'
import { usageEndpoints } from '../metering/usage-endpoints.ts'
import { resultEndpoints } from '../results/result-endpoints.ts'
import { operationEndpoints } from '../operation/operation-endpoints.ts'
import { serveCount } from '../counting/serve-count.ts'
import { serveGenerate } from '../serving/serve-generate.ts'
import { serveTranslate } from '../serving/serve-translate.ts'
import { answerJson } from '../answers/answer-json.ts'
import { videoEndpoints } from '../video/video-endpoints.ts'
import { videoMethods } from '../video/vendors/google-endpoints.ts'
import { withBody } from '../requests/with-body.ts'

const { messages, chat, contents } = doors

const generate = { method: 'POST', access: 'key', operation: 'generate', metered: true, serve: withBody(serveGenerate) } as const
/** Counting costs nothing, and counts towards nothing. */
const count = { method: 'POST', access: 'key', operation: 'count', metered: false, serve: withBody(serveCount) } as const

/** Every path there is, but for the methods of native models. */
export const endpoints: readonly Endpoint[] = [
  { ...generate, path: '/v1/messages', door: messages },
  { ...count, path: '/v1/messages/count_tokens', door: messages },
  ...responseEndpoints,
  { ...generate, path: '/v1/chat/completions', door: chat },
  { method: 'POST', path: '/v1/translate', access: 'key', operation: 'translate', metered: false, serve: withBody(serveTranslate) },
  ...embedEndpoints,
  ...imageEndpoints,
  ...videoEndpoints,
  ...cacheEndpoints,
  ...modelEndpoints,
  ...resultEndpoints,
  ...usageEndpoints,
  ...operationEndpoints,
  {
    method: 'GET',
    path: '/',
    access: 'open',
    operation: 'root',
    metered: false,
    serve: (exchange) => answerJson(exchange, { service: 'interlingua', models: '/v1/models' }),
  },
]

const nativeGenerate = { ...generate, door: contents, serve: withBody(withCachedContent(serveGenerate)) } as const
const nativeCount = { ...count, door: contents, serve: withBody(withCachedContent(serveCount)) } as const

/** The methods of a native model: `models/{model}:{method}`, under /v1 and /v1beta. */
export const nativeMethods: ReadonlyMap<string, { readonly endpoint: Endpoint; readonly stream: boolean }> = new Map(
  Object.entries({
    ...embedMethods,
    ...videoMethods,
    generateContent: { endpoint: { ...nativeGenerate, path: '/v1beta/models/{model}:generateContent' }, stream: false },
    streamGenerateContent: {
      endpoint: { ...nativeGenerate, path: '/v1beta/models/{model}:streamGenerateContent' },
      stream: true,
    },
    predict: { endpoint: predictEndpoint, stream: false },
    countTokens: { endpoint: { ...nativeCount, path: '/v1beta/models/{model}:countTokens' }, stream: false },
  }),
)
