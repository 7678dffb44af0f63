import { jsonSchemaOf, readBodyHead } from '@interlingua/adapter-kit'
import type { EdgeHeaders, FormatEdge } from '@interlingua/core/edge'
import { messages as adapter } from './adapter.ts'
import { checkService } from './check-service.ts'
import { checkWords } from './check-words.ts'
import { checkDialect } from './profiles.ts'
import { modelProfiles } from './model-profiles.ts'
import { encodeRates, rateHeaders } from './rates.ts'
import { createStatusReader, usageOf } from './status-reader.ts'
import { notice } from './notices.ts'
import { schemas } from './schemas.ts'

/** Anthropic Messages, as a gateway serves and calls it. https://docs.claude.com/en/api/messages */
export const messages: FormatEdge = {
  adapter,
  vendor: 'anthropic',
  profiles: modelProfiles,
  dialect: { presets: {}, check: checkDialect, defaults: (version) => ({ version }) },
  client: {
    routes: [
      { path: '/v1/messages', operation: 'generate', summary: 'Generate, as Anthropic Messages' },
      { path: '/v1/messages/count_tokens', operation: 'count', summary: 'Count the tokens of a Messages request' },
    ],
    recognizes,
    readHead: ({ body }) => readBodyHead(body, 'messages'),
    check: checkService,
    checkWords,
    checksModel: false,
    headers: {
      forwarded: ['anthropic-version', 'anthropic-beta', 'anthropic-user-profile-id', 'idempotency-key', 'x-client-request-id'],
      requestId: 'request-id',
      rates: encodeRates,
    },
    keyError,
    stream: {
      keepAlive: { text: 'event: ping\ndata: {"type":"ping"}\n\n', afterStart: true },
      comments: true,
      breaksOnFailure: false,
      arrays: false,
    },
  },
  upstream: {
    headers: (key, version) => ({ 'anthropic-version': version, ...(key !== undefined && { 'x-api-key': key }) }),
    countPath: () => '/v1/messages/count_tokens',
    answerKeys: { generate: ['content'], count: ['input_tokens'] },
    usageOf,
    modelAt: { document: ['model'], event: ['message', 'model'] },
    keeps: { threads: true },
  },
  stream: {
    patterns: { keys: [], words: ['message_start', 'message_delta', 'message_stop', '"error"'] },
    createStatusReader,
    passesErrors: true,
  },
  describe: {
    title: 'Anthropic Messages',
    notices: Object.keys(notice.table).map((code) => `messages/${code}`),
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
      countRequest: jsonSchemaOf(schemas.countRequest),
      count: jsonSchemaOf(schemas.count),
    }),
    rateHeaders,
    telemetryOperation: 'chat',
  },
}

/** Claude Code and the SDKs of model lists look for words of their own. */
function keyError(operation: string): { readonly type: string } | { readonly code: string } | undefined {
  if (operation === 'count') return { type: 'invalid_request_error' }
  return operation === 'models' ? { code: 'invalid_api_key' } : undefined
}

/** The version's header is Anthropic's alone; a key in its own place says less than a bearer token does. */
function recognizes(_url: string, headers: EdgeHeaders): number {
  if (headers['anthropic-version'] !== undefined) return 4
  return headers['x-api-key'] !== undefined || headers['x-anthropic-api-key'] !== undefined ? 1.5 : 0
}
