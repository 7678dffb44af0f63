import { checkDialect, contents, decodeUsage, fitImages, hasForeignFiles, modelProfiles } from '@interlingua/contents'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Door } from '../door.ts'
import type { Sighting } from '../answers/stream-marks.ts'
import { checkContentsRules } from './check-contents-rules.ts'
import { readContentsAsk } from './read-contents-ask.ts'
import { seeUsage } from './see-usage.ts'
import { checkContentsWords } from './words.ts'

/** Gemini generateContent. https://ai.google.dev/api/generate-content */
export const contentsDoor: Door = {
  adapter: contents,
  profiles: modelProfiles,
  dialect: { presets: {}, check: checkDialect },
  keeps: { threads: false, responses: false, cachedContents: true },
  requestIdHeader: 'x-request-id',
  // A blocked prompt has no candidates.
  answerKeys: ['candidates', 'promptFeedback'],
  countKey: 'totalTokens',
  forwarded: ['x-goog-api-client', 'x-server-timeout'],
  upstreamHeaders: (key) => (key === undefined ? {} : { 'x-goog-api-key': key }),
  readAsk: readContentsAsk,
  checkRules: checkContentsRules,
  checkWords: checkContentsWords,
  checksModel: true,
  isOurSpelling: hasForeignFiles,
  fit: fitImages,
  countPath: (model) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
  listPath: '/v1beta/models?pageSize=1000',
  arrayStreams: true,
  usageOf: ({ usageMetadata }) => (isJsonObject(usageMetadata) ? decodeUsage(usageMetadata) : undefined),
  withStatus: (body, code) => (isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code } } : body),
  modelAt: { document: ['modelVersion'], event: ['modelVersion'] },
  marks: {
    keys: [Buffer.from('"error"')],
    words: ['finishReason', 'finish_reason', 'promptFeedback', 'prompt_feedback'].map((word) => Buffer.from(word)),
    readsAll: asksForSeveral,
    createReader,
    // Clients take any line that is no data for a broken stream.
    liveness: '',
    livenessAfterStart: false,
    comments: false,
    // The older SDK, LangChain and LangChain4j read over an error object.
    breaksOnFailure: true,
    passesErrors: true,
  },
  describe: { errors: 'ContentsError', rateHeaders: [], telemetryOperation: 'generate_content' },
}

/**
 * There is no last event: complete once every candidate that spoke has its reason (servers may give fewer than were asked for), or the prompt
 * was blocked.
 */
function createReader(): (wire: JsonObject | '[DONE]', sighting: Sighting) => void {
  const spoken = new Set<unknown>()
  const finished = new Set<unknown>()
  return (wire, sighting) => {
    if (wire === '[DONE]') return
    if (isJsonObject(wire['error'])) {
      sighting.phase = 'failed'
      return
    }
    seeUsage(sighting, contentsDoor.usageOf(wire))
    if (Array.isArray(wire['candidates']))
      for (const candidate of wire['candidates']) {
        if (!isJsonObject(candidate)) continue
        const index = candidate['index'] ?? 0
        spoken.add(index)
        if (isFinished(candidate)) finished.add(index)
      }
    const feedback = wire['promptFeedback'] ?? wire['prompt_feedback']
    const blocked = isJsonObject(feedback) && (feedback['blockReason'] ?? feedback['block_reason']) !== undefined
    if (sighting.phase === 'open' || sighting.phase === 'complete')
      sighting.phase = blocked || (finished.size > 0 && finished.size === spoken.size) ? 'complete' : 'open'
  }
}

function asksForSeveral(request: JsonObject): boolean {
  const config = request['generationConfig'] ?? request['generation_config']
  const count = isJsonObject(config) ? (config['candidateCount'] ?? config['candidate_count']) : undefined
  return typeof count === 'number' && count > 1
}

function isFinished(candidate: JsonObject): boolean {
  const reason = candidate['finishReason'] ?? candidate['finish_reason']
  return typeof reason === 'string' && reason !== 'FINISH_REASON_UNSPECIFIED'
}
