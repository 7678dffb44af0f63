import { encodeOpenaiRates, jsonSchemaOf, openaiRateHeaders, readBodyHead, recognizesOpenai } from '@interlingua/adapter-kit'
import type { FormatEdge } from '@interlingua/core/edge'
import { chat as adapter } from './adapter.ts'
import { checkWords } from './check-words.ts'
import { dialects, readDialect } from './profiles.ts'
import { modelProfiles } from './model-profiles.ts'
import { createStatusReader, readsAll, usageOf } from './status-reader.ts'
import { notice } from './notices.ts'
import { schemas } from './schemas.ts'

/** OpenAI Chat Completions, as a gateway serves and calls it. https://platform.openai.com/docs/api-reference/chat */
export const chat: FormatEdge = {
  adapter,
  vendor: 'openai',
  profiles: modelProfiles,
  dialect: { presets: dialects, check: readDialect },
  client: {
    routes: [{ path: '/v1/chat/completions', operation: 'generate', summary: 'Generate, as OpenAI Chat Completions' }],
    recognizes: recognizesOpenai,
    readHead: ({ body }) => readBodyHead(body, 'messages'),
    checkWords,
    checksModel: false,
    headers: {
      forwarded: ['openai-beta', 'idempotency-key', 'x-client-request-id', 'x-session-id', 'x-session-affinity'],
      requestId: 'x-request-id',
      rates: encodeOpenaiRates,
    },
    stream: {
      // Lines without anything: a comment spoils the errors of go-openai.
      keepAlive: { text: '\n\n', afterStart: false },
      comments: true,
      // LangChain4j and langchaingo read over an error object.
      breaksOnFailure: true,
      arrays: false,
    },
  },
  upstream: {
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    answerKeys: { generate: ['choices'] },
    usageOf,
    modelAt: { document: ['model'], event: ['model'] },
    keeps: {},
  },
  stream: {
    patterns: { keys: ['"finish_reason"', '"usage"', '"error"'], words: ['[DONE]'] },
    readsAll,
    createStatusReader,
    passesErrors: true,
  },
  describe: {
    title: 'OpenAI Chat Completions',
    notices: Object.keys(notice.table).map((code) => `chat/${code}`),
    schemas: () => ({
      request: jsonSchemaOf(schemas.request),
      response: jsonSchemaOf(schemas.response),
    }),
    rateHeaders: openaiRateHeaders,
    telemetryOperation: 'chat',
  },
}
