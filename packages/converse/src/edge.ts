import { addUsage, bedrockRoutes, createWordCheck, defineEdge, invalidRequest, isAwsSigned } from '@interlingua/adapter-kit'
import { isJsonObject, type Failure, type JsonObject, type Usage } from '@interlingua/core'
import type { EdgeHeaders, EdgeRequest, RequestHead } from '@interlingua/core/edge'
import { createEventStreamToText, createTextToEventStream, createWholeMessageReader } from '@interlingua/framing'
import { converse as adapter } from './adapter.ts'
import { countPathOf } from './count.ts'
import { notice } from './notices.ts'
import { profiles } from './profiles.ts'
import { decodeUsage } from './usage.ts'
import { wire } from './wire.ts'

/** Bedrock Converse, as a gateway serves and calls it. https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference.html */
export const converse = defineEdge({
  adapter,
  title: 'Bedrock Converse',
  vendor: 'bedrock',
  notice,
  wire,
  profiles,
  client: {
    routes: bedrockRoutes([
      { verb: 'converse', operation: 'generate', stream: false, summary: 'Generate, as Bedrock Converse' },
      { verb: 'converse-stream', operation: 'generate', stream: true, summary: 'Generate, as a stream of Bedrock Converse' },
      { verb: 'count-tokens', operation: 'count', summary: 'Count the tokens of a request of Converse' },
    ]),
    recognizes,
    readHead,
    checkWords,
    headers: { forwarded: [], requestId: 'x-amzn-requestid' },
    stream: { breaksOnFailure: false },
  },
  upstream: {
    countPath: countPathOf,
    answerKeys: { generate: ['output'], count: ['inputTokens'] },
    usageOf,
    modelAt: { document: [], event: [] },
  },
  stream: {
    binary: {
      createReader: () => createEventStreamToText(),
      createWriter: () => createTextToEventStream(),
      createWholeReader: () => createWholeMessageReader(),
    },
    patterns: { keys: ['"stopReason"', '"usage"'], words: ['event: messageStart', 'event: exception', 'event: invalid'] },
    createStatusReader: () => (event, status) => {
      if (event === '[DONE]') return
      addUsage(status, usageOf(event))
      if (event['role'] !== undefined) status.started = true
      if (event['stopReason'] !== undefined) status.phase = 'complete'
      else if (typeof event['message'] === 'string' || typeof event['type'] === 'string') status.phase = 'failed'
    },
    passesErrors: true,
  },
  describe: { alias: 'bedrock-converse' },
})

function usageOf({ usage }: JsonObject): Usage | undefined {
  return isJsonObject(usage) ? decodeUsage(usage) : undefined
}

/** The path names the model, whatever the body says. */
function readHead({ body, path: { model = '', stream = false } }: EdgeRequest): RequestHead | Failure {
  if (model === '') return invalidRequest('the path names no model: /model/{model}/converse')
  const { messages } = body
  if (messages !== undefined && !Array.isArray(messages)) return invalidRequest('messages: must be a list', '/messages')
  return { model, stream }
}

const words = createWordCheck([
  { path: 'messages.*.role', words: ['user', 'assistant', 'system'] },
  { path: 'messages.*.content.*.toolResult.status', words: ['success', 'error'] },
  { path: 'outputConfig.textFormat.type', words: ['json_schema'] },
  { path: 'serviceTier.type', words: ['default', 'flex', 'priority', 'reserved'] },
])

/** Refuses a guardrail, which Bedrock alone has: an answer that it did not look at would pass for one that it did. */
function checkWords(body: JsonObject): Failure | undefined {
  if (body['guardrailConfig'] === undefined) return words(body)
  return invalidRequest(
    'guardrailConfig: a guardrail works at Bedrock alone, and this model is served by another service',
    '/guardrailConfig',
  )
}

function recognizes(url: string, headers: EdgeHeaders): number {
  if (/\/model\/.+\/converse(?:-stream)?(?:[/?]|$)/.test(url)) return 6
  return isAwsSigned(headers) ? 3 : 0
}
