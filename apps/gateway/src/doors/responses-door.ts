import { isJsonObject, type JsonObject } from '@interlingua/core'
import { decodeUsage, dialects, hasNestedFunctions, modelProfiles, readDialect, responses } from '@interlingua/responses'
import type { Door } from '../door.ts'
import { openaiRateHeaders, spellOpenaiRates } from '../limits/spell-openai-rates.ts'
import type { Sighting } from '../answers/stream-marks.ts'
import { continueSequence } from './continue-sequence.ts'
import { failAsPassed } from './fail-as-passed.ts'
import { readResponsesAsk } from './read-responses-ask.ts'
import { seeUsage } from './see-usage.ts'
import { checkResponsesWords } from './words.ts'

/** OpenAI Responses. https://platform.openai.com/docs/api-reference/responses */
export const responsesDoor: Door = {
  adapter: responses,
  profiles: modelProfiles,
  dialect: { presets: dialects, check: readDialect },
  keeps: { threads: false, responses: true, cachedContents: false },
  requestIdHeader: 'x-request-id',
  answerKeys: ['output'],
  countKey: 'input_tokens',
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
  upstreamHeaders: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  readAsk: readResponsesAsk,
  checkRules: () => undefined,
  checkWords: checkResponsesWords,
  checksModel: false,
  isOurSpelling: hasNestedFunctions,
  countPath: () => '/v1/responses/input_tokens',
  listPath: '/v1/models?limit=1000',
  arrayStreams: false,
  spellRates: spellOpenaiRates,
  usageOf: ({ usage }) => (isJsonObject(usage) ? decodeUsage(usage) : undefined),
  tellsFailure: ({ status }) => status === 'failed',
  modelAt: { document: ['model'], event: ['response', 'model'] },
  marks: {
    keys: [Buffer.from('"error"')],
    words: ['response.created', 'response.output_item.done', 'response.completed', 'response.incomplete', 'response.failed'].map((word) =>
      Buffer.from(word),
    ),
    createReader: () => read,
    liveness: ': keepalive\n\n',
    livenessAfterStart: false,
    comments: true,
    breaksOnFailure: false,
    // Some clients swallow the flat error, and response.failed, without a word.
    passesErrors: false,
    goOn: continueSequence,
    asPassed: failAsPassed,
    errorOf,
  },
  describe: { errors: 'OpenaiError', rateHeaders: openaiRateHeaders, telemetryOperation: 'chat' },
}

function read(wire: JsonObject | '[DONE]', sighting: Sighting): void {
  if (wire === '[DONE]') return
  switch (wire['type']) {
    case 'response.created':
      sighting.started = true
      seeId(wire, sighting)
      if (isJsonObject(wire['response'])) sighting.answer = wire['response']
      return
    case 'response.output_item.done':
      if (isJsonObject(wire['item'])) (sighting.items ??= []).push(wire['item'])
      return
    case 'response.completed':
    case 'response.incomplete':
      // Some servers say nothing before.
      seeId(wire, sighting)
      if (isJsonObject(wire['response'])) seeUsage(sighting, responsesDoor.usageOf(wire['response']))
      sighting.phase = 'ended'
      return
    case 'response.failed':
      if (isJsonObject(wire['response'])) {
        sighting.failed = wire['response']
        seeUsage(sighting, responsesDoor.usageOf(wire['response']))
      }
      sighting.phase = 'failed'
      return
    case 'error':
      sighting.phase = 'failed'
  }
}

function seeId({ response }: JsonObject, sighting: Sighting): void {
  if (isJsonObject(response) && typeof response['id'] === 'string') sighting.id = response['id']
}

/** `response.failed` has its error in the answer, the flat event in itself, the nested one where documents have it. */
function errorOf(wire: JsonObject): JsonObject {
  const { response, error, type: _type, sequence_number: _number, ...flat } = wire
  if (isJsonObject(response) && isJsonObject(response['error'])) return { error: response['error'] }
  return { error: isJsonObject(error) ? error : flat }
}
