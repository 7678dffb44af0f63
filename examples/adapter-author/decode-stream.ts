import { failureOfDocument } from '@interlingua/adapter-kit'
import type { Failure, Frame, Machine, StreamEvent } from '@interlingua/core'
import { extensionsOf } from './extension.ts'
import { errors } from './failure.ts'
import { decodeFinish } from './finish.ts'
import { decodeTokens } from './tokens.ts'
import { format, type WireEvent } from './wire.ts'

/** Leaves parts open that the source left open: a stream without its last event is a failure. */
export function decodeStream(): Machine<Frame<WireEvent>, StreamEvent> {
  let state: 'new' | 'started' | 'speaking' | 'over' = 'new'
  const fail = (failure: Failure): readonly StreamEvent[] => {
    state = 'over'
    return [
      { type: 'failure', failure },
      { type: 'response-end', status: 'failed' },
    ]
  }
  return {
    push(frame) {
      if (state === 'over' || frame.type === 'done') return []
      if (frame.type === 'comment') return [{ type: 'keep-alive' }]
      if (frame.type === 'invalid') return fail({ code: 'malformed-upstream', message: frame.message, retryable: true })
      const { ticket, model, more, why, tokens, problem, words: _, ...rest } = frame.wire
      if (problem !== undefined) return fail(failureOfDocument(format, errors, { ...frame.wire, problem }))
      const events: StreamEvent[] = []
      if (state === 'new') {
        state = 'started'
        events.push({ type: 'response-start', id: ticket ?? '', model: model ?? '', ...extensionsOf(rest) })
      }
      if (more !== undefined && more !== '') {
        if (state !== 'speaking') events.push({ type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '', at: '/say' } })
        state = 'speaking'
        events.push({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: more } })
      }
      if (why !== undefined) {
        if (state === 'speaking') events.push({ type: 'part-end', candidate: 0, part: 0 })
        const finish = decodeFinish(why)
        events.push({ type: 'candidate-end', candidate: 0, finish })
        if (tokens) events.push({ type: 'usage', usage: decodeTokens(tokens) })
        events.push({ type: 'response-end', status: finish.unified === 'stop' ? 'completed' : 'incomplete' })
        state = 'over'
      }
      return events
    },
    end: () => (state === 'over' ? [] : fail({ code: 'truncated-stream', message: 'the stream ended before its end', retryable: true })),
  }
}
