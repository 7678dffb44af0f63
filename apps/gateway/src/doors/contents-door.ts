import { contents, decodeUsage, fitImages, modelProfiles } from '@interlingua/contents'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Door } from '../door.ts'
import type { Sighting } from '../answers/stream-marks.ts'
import { checkContentsRules } from './check-contents-rules.ts'
import { readContentsAsk } from './read-contents-ask.ts'
import { seeUsage } from './see-usage.ts'

/** Gemini generateContent. https://ai.google.dev/api/generate-content */
export const contentsDoor: Door = {
  adapter: contents,
  profiles: modelProfiles,
  requestIdHeader: 'x-request-id',
  // A blocked prompt has no candidates.
  answerKeys: ['candidates', 'promptFeedback'],
  countKey: 'totalTokens',
  forwarded: ['x-goog-api-client', 'x-server-timeout'],
  secretParameters: ['key', 'access_token'],
  upstreamHeaders: (key) => (key === undefined ? {} : { 'x-goog-api-key': key }),
  readAsk: readContentsAsk,
  checkRules: checkContentsRules,
  checksModel: true,
  fit: fitImages,
  countPath: (model) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
  listPath: '/v1beta/models?pageSize=1000',
  arrayStreams: true,
  usageOf: ({ usageMetadata }) => (isJsonObject(usageMetadata) ? decodeUsage(usageMetadata) : undefined),
  withStatus: (body, code) => (isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code } } : body),
  marks: {
    keys: [Buffer.from('"error"')],
    words: ['finishReason', 'finish_reason', 'promptFeedback', 'prompt_feedback'].map((word) => Buffer.from(word)),
    createReader,
    // Clients take any line that is no data for a broken stream.
    liveness: '',
    livenessAfterStart: false,
    comments: false,
    passesErrors: true,
  },
}

/** There is no last event: complete once every candidate that was asked for has its reason, or the prompt was blocked. */
function createReader(request: JsonObject): (wire: JsonObject | '[DONE]', sighting: Sighting) => void {
  const { generationConfig } = request
  const count = isJsonObject(generationConfig) ? generationConfig['candidateCount'] : undefined
  const wanted = typeof count === 'number' ? count : 1
  const finished = new Set<unknown>()
  return (wire, sighting) => {
    if (wire === '[DONE]') return
    if (isJsonObject(wire['error'])) {
      sighting.phase = 'failed'
      return
    }
    seeUsage(sighting, contentsDoor.usageOf(wire))
    if (Array.isArray(wire['candidates']))
      for (const candidate of wire['candidates']) if (isFinished(candidate)) finished.add(candidate['index'] ?? 0)
    const feedback = wire['promptFeedback'] ?? wire['prompt_feedback']
    const blocked = isJsonObject(feedback) && (feedback['blockReason'] ?? feedback['block_reason']) !== undefined
    if ((finished.size >= wanted || blocked) && sighting.phase === 'open') sighting.phase = 'complete'
  }
}

function isFinished(candidate: unknown): candidate is JsonObject {
  if (!isJsonObject(candidate)) return false
  const reason = candidate['finishReason'] ?? candidate['finish_reason']
  return typeof reason === 'string' && reason !== 'FINISH_REASON_UNSPECIFIED'
}
