import { chat, decodeUsage, dialects, modelProfiles, readDialect } from '@interlingua/chat'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Door } from '../door.ts'
import { openaiRateHeaders, spellOpenaiRates } from '../limits/spell-openai-rates.ts'
import type { Sighting } from '../answers/stream-marks.ts'
import { readMessagesAsk } from './read-messages-ask.ts'
import { seeUsage } from './see-usage.ts'
import { checkChatWords } from './words.ts'

/** OpenAI Chat Completions. https://platform.openai.com/docs/api-reference/chat */
export const chatDoor: Door = {
  adapter: chat,
  profiles: modelProfiles,
  dialect: { presets: dialects, check: readDialect },
  keeps: { threads: false, responses: false, cachedContents: false },
  requestIdHeader: 'x-request-id',
  answerKeys: ['choices'],
  forwarded: ['openai-beta', 'idempotency-key', 'x-client-request-id', 'x-session-id', 'x-session-affinity'],
  upstreamHeaders: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  readAsk: readMessagesAsk,
  checkRules: () => undefined,
  checkWords: checkChatWords,
  checksModel: false,
  listPath: '/v1/models?limit=1000',
  arrayStreams: false,
  spellRates: spellOpenaiRates,
  usageOf: ({ usage }) => (isJsonObject(usage) ? decodeUsage(usage) : undefined),
  modelAt: { document: ['model'], event: ['model'] },
  marks: {
    keys: ['"finish_reason"', '"usage"', '"error"'].map((key) => Buffer.from(key)),
    words: [Buffer.from('[DONE]')],
    readsAll: asksForSeveral,
    createReader,
    // Lines without anything: a comment spoils the errors of go-openai.
    liveness: '\n\n',
    livenessAfterStart: false,
    comments: true,
    // LangChain4j and langchaingo read over an error object.
    breaksOnFailure: true,
    passesErrors: true,
  },
  describe: { errors: 'OpenaiError', rateHeaders: openaiRateHeaders, telemetryOperation: 'chat' },
}

/**
 * Complete once every choice that spoke has its reason: servers may give fewer than were asked for. `[DONE]` before that is no end of an
 * answer.
 */
function createReader(): (wire: JsonObject | '[DONE]', sighting: Sighting) => void {
  const spoken = new Set<unknown>()
  const finished = new Set<unknown>()
  return (wire, sighting) => {
    if (wire === '[DONE]') {
      if (sighting.phase !== 'failed') sighting.phase = sighting.phase === 'complete' ? 'ended' : 'broken'
      return
    }
    if (wire['error'] !== undefined && wire['error'] !== null) sighting.phase = 'failed'
    seeUsage(sighting, chatDoor.usageOf(wire))
    if (!Array.isArray(wire['choices'])) return
    for (const choice of wire['choices']) {
      if (!isJsonObject(choice)) continue
      const index = choice['index'] ?? 0
      spoken.add(index)
      if (typeof choice['finish_reason'] === 'string') finished.add(index)
    }
    if (sighting.phase === 'open' || sighting.phase === 'complete')
      sighting.phase = finished.size > 0 && finished.size === spoken.size ? 'complete' : 'open'
  }
}

function asksForSeveral({ n }: JsonObject): boolean {
  return typeof n === 'number' && n > 1
}
