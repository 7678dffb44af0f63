import {
  encodeOpenaiRates,
  invalidRequest,
  jsonSchemaOf,
  openaiRateHeaders,
  readModelHead,
  recognizesOpenai,
} from '@interlingua/adapter-kit'
import type { Failure, JsonObject } from '@interlingua/core'
import type { FormatEdge, RequestHead } from '@interlingua/core/edge'
import { responses as adapter } from './adapter.ts'
import { checkWords } from './check-words.ts'
import { dialects, readDialect } from './profiles.ts'
import { detachState } from './detach-state.ts'
import { hasNestedFunctions } from './has-nested-functions.ts'
import { modelProfiles } from './model-profiles.ts'
import { endOf, errorOf, readStatus, renumber, usageOf } from './stream-status.ts'
import { readKeptItemId } from './read-kept-item-id.ts'
import { notice } from './notices.ts'
import { schemas } from './schemas.ts'

/** OpenAI Responses, as a gateway serves and calls it. https://platform.openai.com/docs/api-reference/responses */
export const responses: FormatEdge = {
  adapter,
  vendor: 'openai',
  profiles: modelProfiles,
  dialect: { presets: dialects, check: readDialect },
  client: {
    routes: [
      { path: '/v1/responses', operation: 'generate', summary: 'Generate, as OpenAI Responses' },
      { path: '/v1/responses/input_tokens', operation: 'count', summary: 'Count the tokens of a Responses request' },
    ],
    recognizes: recognizesOpenai,
    readHead: ({ body }) => readHead(body),
    checkWords,
    checksModel: false,
    needsTranslation: hasNestedFunctions,
    headers: {
      forwarded: [
        'openai-beta',
        'idempotency-key',
        'x-client-request-id',
        'x-session-id',
        'x-session-affinity',
        'session-id',
        'thread-id',
        'originator',
      ],
      requestId: 'x-request-id',
      rates: encodeOpenaiRates,
    },
    stream: { keepAlive: { text: ': keepalive\n\n', afterStart: false }, comments: true, breaksOnFailure: false, arrays: false },
  },
  upstream: {
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    countPath: () => '/v1/responses/input_tokens',
    answerKeys: { generate: ['output'], count: ['input_tokens'] },
    usageOf,
    reportsFailure: ({ status }) => status === 'failed',
    modelAt: { document: ['model'], event: ['response', 'model'] },
    keeps: { responses: true },
    responses: { detach: detachState, readItemId: readKeptItemId },
  },
  stream: {
    patterns: {
      keys: ['"error"'],
      words: ['response.created', 'response.output_item.done', 'response.completed', 'response.incomplete', 'response.failed'],
    },
    createStatusReader: () => readStatus,
    // Some clients swallow the flat error, and response.failed, without a word.
    passesErrors: false,
    errorOf,
    renumber,
    endOf,
  },
  describe: {
    title: 'OpenAI Responses',
    notices: Object.keys(notice.table).map((code) => `responses/${code}`),
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
      countRequest: jsonSchemaOf(schemas.countRequest),
      count: jsonSchemaOf(schemas.count),
    }),
    rateHeaders: openaiRateHeaders,
    telemetryOperation: 'chat',
  },
}

/** A request may go without input only where the conversation is at the upstream already. */
function readHead(body: JsonObject): RequestHead | Failure {
  const head = readModelHead(body)
  if ('code' in head) return head
  const { input } = body
  if (input === undefined || input === null) {
    const kept = ['previous_response_id', 'conversation', 'prompt'].some((key) => body[key] !== undefined && body[key] !== null)
    return kept ? head : invalidRequest('Field required', '/input')
  }
  return typeof input === 'string' || Array.isArray(input) ? head : invalidRequest('Input should be a text or a list of items', '/input')
}
