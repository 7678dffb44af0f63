import { isJsonObject, type JsonObject } from '@interlingua/core'
import { checkDialect, decodeUsage, messages, modelProfiles } from '@interlingua/messages'
import type { Door } from '../door.ts'
import { anthropicRateHeaders, spellAnthropicRates } from '../limits/spell-anthropic-rates.ts'
import type { Sighting } from '../answers/stream-marks.ts'
import { checkMessagesRules } from './check-messages-rules.ts'
import { readMessagesAsk } from './read-messages-ask.ts'
import { seeUsage } from './see-usage.ts'
import { checkMessagesWords } from './words.ts'

/** Anthropic Messages. https://docs.claude.com/en/api/messages */
export const messagesDoor: Door = {
  adapter: messages,
  profiles: modelProfiles,
  dialect: { presets: {}, check: checkDialect, defaults: (version) => ({ version }) },
  keeps: { threads: true, responses: false, cachedContents: false },
  requestIdHeader: 'request-id',
  answerKeys: ['content'],
  countKey: 'input_tokens',
  forwarded: ['anthropic-version', 'anthropic-beta', 'anthropic-user-profile-id', 'idempotency-key', 'x-client-request-id'],
  upstreamHeaders: (key, version) => ({ 'anthropic-version': version, ...(key !== undefined && { 'x-api-key': key }) }),
  readAsk: readMessagesAsk,
  checkRules: checkMessagesRules,
  checkWords: checkMessagesWords,
  checksModel: false,
  countPath: () => '/v1/messages/count_tokens',
  listPath: '/v1/models?limit=1000',
  arrayStreams: false,
  spellRates: spellAnthropicRates,
  usageOf: ({ usage }) => (isJsonObject(usage) ? decodeUsage(usage) : undefined),
  modelAt: { document: ['model'], event: ['message', 'model'] },
  marks: {
    keys: [],
    words: ['message_start', 'message_delta', 'message_stop', '"error"'].map((word) => Buffer.from(word)),
    createReader,
    liveness: 'event: ping\ndata: {"type":"ping"}\n\n',
    livenessAfterStart: true,
    comments: true,
    breaksOnFailure: false,
    passesErrors: true,
  },
  keyError,
  describe: { errors: 'MessagesError', rateHeaders: anthropicRateHeaders, telemetryOperation: 'chat' },
}

function keyError(operation: string): JsonObject | undefined {
  if (operation === 'count') return { type: 'invalid_request_error' }
  return operation === 'models' ? { code: 'invalid_api_key' } : undefined
}

/** What never began is no answer: servers may leave out `message_start`, but not everything. */
function createReader(): (wire: JsonObject | '[DONE]', sighting: Sighting) => void {
  let spoke = false
  return (wire, sighting) => {
    if (wire === '[DONE]') return
    switch (wire['type']) {
      case 'message_start':
        spoke = sighting.started = true
        if (isJsonObject(wire['message'])) seeUsage(sighting, messagesDoor.usageOf(wire['message']))
        return
      case 'message_delta':
        spoke = true
        return seeUsage(sighting, messagesDoor.usageOf(wire))
      case 'message_stop':
        sighting.phase = spoke ? 'ended' : 'broken'
        return
      case 'error':
        sighting.phase = 'failed'
    }
  }
}
