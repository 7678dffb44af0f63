import { defaultLimits, defaultPolicy, type Context, type Frame, type GenerateAdapter, type StreamEvent } from '@interlingua/core'
import type { StreamEdge, StreamStatus } from '@interlingua/core/edge'
import { addUsage } from './add-usage.ts'

/** A context for reading what is thrown away again: ids, times and notices go nowhere. */
export const unheard: Context = {
  onNotice: () => undefined,
  newId: (prefix) => prefix,
  now: () => 0,
  limits: defaultLimits,
  policy: defaultPolicy,
  dialect: {},
}

/**
 * Watches streams that pass with the format's own decoder, which reads each event. For formats whose events are the JSON objects of their
 * stream. An edge with patterns and a reader of its own parses fewer events; write one when a gateway has to be fast.
 */
export function watchByDecoder(adapter: Pick<GenerateAdapter, 'createStreamDecoder'>): StreamEdge {
  return {
    patterns: { keys: [], words: [] },
    readsAll: () => true,
    createStatusReader() {
      const decoder = adapter.createStreamDecoder(unheard)
      return (event, status) => {
        const frame: Frame<unknown> = event === '[DONE]' ? { type: 'done' } : { type: 'event', wire: event }
        for (const said of decoder.push(frame)) note(said, status)
        if (status.phase === 'open' && decoder.settled?.()) status.phase = 'complete'
      }
    },
    passesErrors: true,
  }
}

function note(said: StreamEvent, status: StreamStatus): void {
  if (said.type === 'failure') status.phase = 'failed'
  else if (said.type === 'response-end') {
    if (status.phase !== 'failed') status.phase = said.status === 'failed' ? 'failed' : 'ended'
  } else status.started = true
  if (said.type === 'usage' || said.type === 'response-start') addUsage(status, said.usage)
}
