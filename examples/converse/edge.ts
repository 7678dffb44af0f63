import { addUsage, invalidRequest, jsonSchemaOf, requireList } from '@interlingua/adapter-kit'
import type { JsonObject, Usage } from '@interlingua/core'
import type { EdgeRoute, FormatEdge } from '@interlingua/core/edge'
import { createEventStreamToText, createTextToEventStream } from '@interlingua/framing'
import { converse as adapter } from './adapter.ts'
import { notice } from './notices.ts'
import { openSigner, readDialect } from './sign.ts'
import { decodeUsage } from './usage.ts'
import { blocks, wire } from './wire.ts'

const routes: readonly EdgeRoute[] = [
  { path: '/model/{model}/converse', operation: 'generate', stream: false, summary: 'Generate, as Bedrock Converse' },
  { path: '/model/{model}/converse-stream', operation: 'generate', stream: true, summary: 'Generate, as a stream of Bedrock Converse' },
]

/** Bedrock Converse, as a gateway serves and calls it. https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference.html */
export const converse: FormatEdge = {
  adapter,
  vendor: 'bedrock',
  profiles: [],
  dialect: { presets: {}, check: readDialect },
  client: {
    routes,
    recognizes: (url, headers) => (url.startsWith('/model/') || String(headers['authorization']).startsWith('AWS4-') ? 5 : 0),
    readHead({ body, path: { model = '', stream = false } }) {
      if (model === '') return invalidRequest('the path names no model: /model/{model}/converse')
      return requireList(body, 'messages') ?? { model, stream }
    },
    checksModel: false,
    headers: { forwarded: [], requestId: 'x-amzn-requestid' },
    // A stream has no signs of life, and no comments: an exception is what clients know for a failure.
    stream: { keepAlive: { text: '', afterStart: false }, comments: false, breaksOnFailure: false, arrays: false },
  },
  upstream: {
    headers: () => ({}),
    authorize: openSigner,
    answerKeys: { generate: ['output'] },
    usageOf,
    modelAt: { document: ['model'], event: ['model'] }, // an answer does not say it
    keeps: {},
  },
  stream: {
    binary: { createReader: () => createEventStreamToText(), createWriter: () => createTextToEventStream() },
    patterns: { keys: ['"stopReason"', '"usage"'], words: ['messageStart', 'event: exception', 'event: invalid'] },
    createStatusReader: () => (event, status) => {
      if (event === '[DONE]') return
      addUsage(status, usageOf(event))
      if (event['role'] !== undefined) status.started = true
      if (event['stopReason'] !== undefined) status.phase = 'complete'
      else if (typeof event['message'] === 'string') status.phase = 'failed'
    },
    passesErrors: true,
  },
  describe: {
    title: 'Bedrock Converse',
    notices: Object.keys(notice.table).map((code) => `converse/${code}`),
    schemas: () => ({ request: jsonSchemaOf(wire.request), response: jsonSchemaOf(wire.response) }),
    rateHeaders: [],
    telemetryOperation: 'chat',
  },
}

function usageOf({ usage }: JsonObject): Usage | undefined {
  const known = blocks.usage.safeParse(usage).data
  return known && decodeUsage(known)
}
