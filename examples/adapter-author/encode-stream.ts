import { foldEvents, pointer, type Context, type Frame, type Machine, type StreamEvent } from '@interlingua/core'
import { errors } from './failure.ts'
import { walker } from './fates.ts'
import { encodeFinish } from './finish.ts'
import { notice } from './notices.ts'
import { encodeTokens } from './tokens.ts'
import { format, type WireEvent } from './wire.ts'

/** Memory is bounded by what the last event repeats, and by texts that are open at once: all but one must wait. */
export function encodeStream(context: Context): Machine<StreamEvent, Frame<WireEvent>> {
  // Events that the last event needs. The text itself is not kept, unless two texts are open at once: then one waits.
  const kept: StreamEvent[] = []
  const waiting = new Map<number, { text: string; ended: boolean }>()
  let speaking: number | undefined
  let spoken = false
  let over = false
  const say = (text: string): readonly Frame<WireEvent>[] => (text === '' ? [] : [{ type: 'event', wire: { more: text } }])
  const begin = (part: number, text: string): readonly Frame<WireEvent>[] => {
    speaking = part
    const joint = spoken ? '\n' : '' // several texts are joined by a line break, as in the document
    spoken = true
    return say(joint + text)
  }
  const last = (event: WireEvent): readonly Frame<WireEvent>[] => {
    over = true
    return [{ type: 'event', wire: event }]
  }
  return {
    push(event) {
      if (over) return []
      switch (event.type) {
        case 'response-start':
          kept.push(event)
          walker.extensions(event.extensions, '', context)
          return [{ type: 'event', wire: { ticket: event.id, model: event.model, ...event.extensions?.[format]?.rest } }]
        case 'part-start':
          if (event.candidate > 0) context.onNotice(notice('candidates', pointer('/candidates', event.candidate)))
          else walker.part(event.value, context)
          if (event.candidate > 0 || event.value.type !== 'text') return []
          if (speaking === undefined) return begin(event.part, event.value.text)
          waiting.set(event.part, { text: event.value.text, ended: false })
          return []
        case 'part-delta': {
          const queued = waiting.get(event.part)
          if (event.part !== speaking && !queued) return []
          if (event.delta.type !== 'text') context.onNotice(notice('annotation', ''))
          else if (!queued) return say(event.delta.text)
          else queued.text += event.delta.text
          return []
        }
        case 'part-end': {
          const queued = waiting.get(event.part)
          if (queued) queued.ended = true
          if (event.part !== speaking) return []
          speaking = undefined
          const frames: Frame<WireEvent>[] = []
          for (const [part, { text, ended }] of waiting) {
            frames.push(...begin(part, text))
            waiting.delete(part)
            if (!ended) break
            speaking = undefined
          }
          return frames
        }
        case 'usage':
        case 'candidate-end':
          kept.push(event)
          return []
        case 'keep-alive':
          return [{ type: 'comment' }]
        case 'failure':
          return last(errors.write(event.failure))
        case 'response-end': {
          const { candidates, usage } = foldEvents([...kept, event])
          return last({ why: encodeFinish(candidates[0]?.finish, context), ...(usage && { tokens: encodeTokens(usage) }) })
        }
        case 'opaque':
          context.onNotice(notice('part', ''))
          return []
      }
    },
    end: () => (over ? [] : last({ problem: 'broken', words: 'the stream ended before its end' })),
  }
}
