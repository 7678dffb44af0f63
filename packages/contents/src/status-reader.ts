import { addUsage } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'
import { decodeUsage } from './usage.ts'

/** Usage that a response, or the event of a stream, reports; `undefined` if none. */
export function usageOf({ usageMetadata }: JsonObject): Usage | undefined {
  return isJsonObject(usageMetadata) ? decodeUsage(usageMetadata) : undefined
}

/**
 * Makes a reader for which a response is complete once every candidate with content has its reason (servers may give fewer than were asked
 * for), or the prompt was blocked; the format has no last event.
 */
export function createStatusReader(): (event: JsonObject | '[DONE]', status: StreamStatus) => void {
  const spoken = new Set<unknown>()
  const finished = new Set<unknown>()
  return (event, status) => {
    if (event === '[DONE]') return
    if (isJsonObject(event['error'])) {
      status.phase = 'failed'
      return
    }
    addUsage(status, usageOf(event))
    if (Array.isArray(event['candidates']))
      for (const candidate of event['candidates']) {
        if (!isJsonObject(candidate)) continue
        const index = candidate['index'] ?? 0
        spoken.add(index)
        if (isFinished(candidate)) finished.add(index)
      }
    const feedback = event['promptFeedback'] ?? event['prompt_feedback']
    const blocked = isJsonObject(feedback) && (feedback['blockReason'] ?? feedback['block_reason']) !== undefined
    if (status.phase === 'open' || status.phase === 'complete')
      status.phase = blocked || (finished.size > 0 && finished.size === spoken.size) ? 'complete' : 'open'
  }
}

/** True for several candidates, each of which may end in any event. */
export function readsAll(request: JsonObject): boolean {
  const config = request['generationConfig'] ?? request['generation_config']
  const count = isJsonObject(config) ? (config['candidateCount'] ?? config['candidate_count']) : undefined
  return typeof count === 'number' && count > 1
}

function isFinished(candidate: JsonObject): boolean {
  const reason = candidate['finishReason'] ?? candidate['finish_reason']
  return typeof reason === 'string' && reason !== 'FINISH_REASON_UNSPECIFIED'
}
