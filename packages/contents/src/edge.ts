import { invalidRequest, jsonSchemaOf, requireList } from '@interlingua/adapter-kit'
import { isJsonObject, type Failure, type JsonObject } from '@interlingua/core'
import type { EdgeHeaders, EdgeRoute, FormatEdge, PathParams, RequestHead } from '@interlingua/core/edge'
import { contents as adapter } from './adapter.ts'
import { checkInlineBytes } from './check-inline-bytes.ts'
import { checkWords } from './check-words.ts'
import { checkDialect } from './profiles.ts'
import { fitImages } from './fit-images.ts'
import { hasForeignFiles } from './takes-url.ts'
import { modelProfiles } from './model-profiles.ts'
import { createStatusReader, readsAll, usageOf } from './status-reader.ts'
import { notice } from './notices.ts'
import { schemas } from './schemas.ts'

const routes: readonly EdgeRoute[] = (
  [
    { method: 'generateContent', operation: 'generate', summary: 'Generate, as native contents' },
    { method: 'streamGenerateContent', operation: 'generate', stream: true, summary: 'Generate, as a stream of native contents' },
    { method: 'countTokens', operation: 'count', summary: 'Count the tokens of native contents' },
  ] as const
).map(({ method, ...route }) => ({ ...route, path: `/v1beta/models/{model}:${method}`, also: [`/v1/models/{model}:${method}`] }))

/** Gemini generateContent, as a gateway serves and calls it. https://ai.google.dev/api/generate-content */
export const contents: FormatEdge = {
  adapter,
  vendor: 'google',
  profiles: modelProfiles,
  dialect: { presets: {}, check: checkDialect },
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
      // The older SDK, LangChain and LangChain4j read over an error object.
      breaksOnFailure: true,
      arrays: true,
    },
  },
  upstream: {
    headers: (key) => (key === undefined ? {} : { 'x-goog-api-key': key }),
    fitBody: fitImages,
    countPath: (model) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
    // A blocked prompt has no candidates.
    answerKeys: { generate: ['candidates', 'promptFeedback'], count: ['totalTokens'] },
    usageOf,
    modelAt: { document: ['modelVersion'], event: ['modelVersion'] },
    keeps: { cachedContents: true },
  },
  stream: {
    patterns: { keys: ['"error"'], words: ['finishReason', 'finish_reason', 'promptFeedback', 'prompt_feedback'] },
    readsAll,
    createStatusReader,
    passesErrors: true,
  },
  describe: {
    title: 'Gemini generateContent',
    notices: Object.keys(notice.table).map((code) => `contents/${code}`),
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
      countRequest: jsonSchemaOf(schemas.countRequest),
      count: jsonSchemaOf(schemas.count),
    }),
    rateHeaders: [],
    telemetryOperation: 'generate_content',
  },
}

/** The path names the model and the method. A count may hold a whole request in the place of its contents. */
function readHead(body: JsonObject, { model = '', stream = false }: PathParams): RequestHead | Failure {
  if (model === '') return invalidRequest('the path names no model: /v1beta/models/{model}:{method}')
  const missing =
    body['generateContentRequest'] === undefined && body['generate_content_request'] === undefined && requireList(body, 'contents')
  return missing || { model, stream }
}

/** Google's versions, and the paths of its cloud. */
const nativePath = /^\/(?:v1(?:beta1?|alpha)\/|v1\/(?:projects|publishers)\/)/
const keyInQuery = /[?&]key=/

function recognizes(url: string, headers: EdgeHeaders): number {
  if (nativePath.test(url)) return 5
  if (headers['x-goog-api-key'] !== undefined || headers['x-google-api-key'] !== undefined) return 3
  return keyInQuery.test(url) ? 1 : 0
}
