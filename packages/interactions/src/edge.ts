import { addUsage, createWordCheck, defineEdge, invalidRequest } from '@interlingua/adapter-kit'
import { isJsonObject, type Failure, type JsonObject, type Usage } from '@interlingua/core'
import type { EdgeHeaders, RequestHead } from '@interlingua/core/edge'
import { interactions as adapter } from './adapter.ts'
import { notice } from './notices.ts'
import { agentElsewhere } from './refuse-agent.ts'
import { decodeUsage } from './usage.ts'
import { detach, words as stateWords } from './state.ts'
import { wire } from './wire.ts'

/** Gemini Interactions, as a gateway serves and calls it. https://ai.google.dev/api/interactions-api */
export const interactions = defineEdge({
  adapter,
  title: 'Gemini Interactions',
  vendor: 'google',
  notice,
  wire,
  client: {
    routes: [
      { path: '/v1beta/interactions', also: ['/v1/interactions'], operation: 'generate', summary: 'Generate, as Gemini Interactions' },
    ],
    recognizes,
    readHead: ({ body }) => readHead(body),
    checkWords,
    headers: { forwarded: ['x-goog-api-client', 'api-revision'], requestId: 'x-request-id' },
    stream: { keepAlive: { text: ': keep-alive\n\n', afterStart: false }, comments: true },
  },
  upstream: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    headers: (key): Readonly<Record<string, string>> => (key === undefined ? {} : { 'x-goog-api-key': key }),
    answerKeys: { generate: ['status', 'steps'] },
    usageOf: ({ usage, interaction }) => usageOf(isJsonObject(interaction) ? interaction['usage'] : usage),
    modelAt: { document: ['model'], event: ['interaction', 'model'] },
    supports: { storedResponses: true },
    responses: { detach, readItemId: () => undefined, words: stateWords },
    reportsFailure: ({ status }) => status === 'failed',
  },
  stream: {
    patterns: { keys: ['"usage"', '"error"'], words: ['interaction.created', 'interaction.complete'] },
    createStatusReader: () => (event, status) => {
      if (event === '[DONE]') return
      const { event_type: type, interaction } = event
      const inner = isJsonObject(interaction) ? interaction : {}
      addUsage(status, usageOf(inner['usage'] ?? event['usage']))
      if (type === 'interaction.created') {
        status.started = true
        if (typeof inner['id'] === 'string' && inner['id'] !== '') status.id = inner['id']
      } else if (type === 'interaction.completed' || type === 'interaction.complete')
        status.phase = inner['status'] === 'failed' ? 'failed' : 'ended'
      else if (isJsonObject(event['error'])) status.phase = 'failed'
    },
    passesErrors: true,
    errorOf: (event) => (isJsonObject(event['error']) ? { error: event['error'] } : event),
  },
  describe: { telemetryOperation: 'generate_content', alias: 'gemini-interactions' },
})

function usageOf(usage: JsonObject[string] | undefined): Usage | undefined {
  return isJsonObject(usage) ? decodeUsage(usage) : undefined
}

const words = createWordCheck([
  { path: 'generation_config.thinking_level', words: ['minimal', 'low', 'medium', 'high'] },
  { path: 'generation_config.thinking_summaries', words: ['auto', 'none'] },
  { path: 'generation_config.tool_choice', words: ['auto', 'any', 'none', 'validated'] },
  { path: 'service_tier', words: ['flex', 'standard', 'priority', 'deferred'] },
])

function checkWords(body: JsonObject): Failure | undefined {
  return body['agent'] === undefined ? words(body) : agentElsewhere
}

/** The model, or the agent that takes its place. */
function readHead({ model, agent, stream }: JsonObject): RequestHead | Failure {
  const named = model ?? agent
  if (typeof named !== 'string' || named === '') return invalidRequest('model: must be the id of a model', '/model')
  if (model !== undefined && agent !== undefined) return invalidRequest('agent: a request has either a model or an agent', '/agent')
  return { model: named.replace(/^(?:models\/)+/, ''), stream: stream === true }
}

function recognizes(url: string, headers: EdgeHeaders): number {
  if (/^\/v1(?:beta1?)?\/(?:projects\/[^/]+\/locations\/[^/]+\/)?interactions(?:[/?]|$)/.test(url)) return 6
  return headers['api-revision'] === undefined ? 0 : 2
}
