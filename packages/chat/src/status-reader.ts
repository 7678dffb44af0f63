import { addUsage } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'
import { decodeUsage } from './usage.ts'

/** Usage that a response, or the event of a stream, reports; `undefined` if none. */
export function usageOf({ usage, x_groq: groq }: JsonObject): Usage | undefined {
  if (isJsonObject(usage)) return decodeUsage(usage)
  // Streams of Groq have it apart. https://console.groq.com/docs/api-reference
  return isJsonObject(groq) && isJsonObject(groq['usage']) ? decodeUsage(groq['usage']) : undefined
}

/**
 * Makes a reader for which a response is complete once every choice with content has its reason, since servers may give fewer choices than
 * were asked for. `[DONE]` before that ends no response.
 */
export function createStatusReader(): (event: JsonObject | '[DONE]', status: StreamStatus) => void {
  const spoken = new Set<unknown>()
  const finished = new Set<unknown>()
  return (event, status) => {
    if (event === '[DONE]') {
      if (status.phase !== 'failed') status.phase = status.phase === 'complete' ? 'ended' : 'broken'
      return
    }
    if (event['error'] !== undefined && event['error'] !== null) status.phase = 'failed'
    addUsage(status, usageOf(event))
    if (!Array.isArray(event['choices'])) return
    for (const choice of event['choices']) {
      if (!isJsonObject(choice)) continue
      const index = choice['index'] ?? 0
      spoken.add(index)
      if (typeof choice['finish_reason'] === 'string') finished.add(index)
    }
    if (status.phase === 'open' || status.phase === 'complete')
      status.phase = finished.size > 0 && finished.size === spoken.size ? 'complete' : 'open'
  }
}

/** True for several choices, each of which may end in any event. */
export function readsAll({ n }: JsonObject): boolean {
  return typeof n === 'number' && n > 1
}
