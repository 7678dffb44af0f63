import { mergeUsage, pointer, type Context, type Finish, type Frame, type JsonObject, type Machine } from '@interlingua/core'
import type { RefusalPart, StreamEvent, TextPart, ToolCallPart, Usage } from '@interlingua/core'
import { argumentsOf } from './blocks.ts'
import { restOf } from './extension.ts'
import { classOfFailure } from './failure.ts'
import { walker } from './fates.ts'
import { encodeFinish } from './finish.ts'
import { notice } from './notices.ts'
import { encodeUsage } from './usage.ts'
import { format, type WireEvent } from './wire.ts'

type Frames = readonly Frame<WireEvent>[]

/** A part that is being written, or waits until it may be. */
interface OpenPart {
  readonly value: TextPart | RefusalPart | ToolCallPart
  /** Of its block, which begins with its first content: an empty text has none. */
  index?: number
  /** What is not written yet. */
  text: string
  /** Its arguments begin like an object. Others are wrapped when they are whole. */
  plain?: boolean
  ended: boolean
}

/** One block is open at a time: that of the oldest part. What the others say waits, as far as the limits allow. */
export function encodeStream(context: Context): Machine<StreamEvent, Frame<WireEvent>> {
  const parts = new Map<number, OpenPart>()
  let next = 0
  let waiting = 0
  let finish: Finish | undefined
  let usage: Usage | undefined
  let over = false

  const event = (name: string, value: JsonObject): Frame<WireEvent> => ({ type: 'event', wire: { name, value } })
  const fail = (type: string, message: string): Frames => {
    over = true
    return [event('exception', { type: type.charAt(0).toLowerCase() + type.slice(1), message })]
  }

  const writePart = (part: OpenPart): Frames => {
    const { value, text } = part
    const call = value.type === 'tool-call' ? value : undefined
    const frames: Frame<WireEvent>[] = []
    if (call && part.index === undefined) {
      const toolUse = { toolUseId: call.callId, name: call.name, ...restOf(call) }
      frames.push(event('contentBlockStart', { contentBlockIndex: (part.index = next++), start: { toolUse } }))
    }
    if (call && call.kind !== 'custom') part.plain ||= /^\s*\{/.test(text)
    if (call && part.plain !== true && !part.ended) return frames
    const said = call && part.plain !== true ? argumentsOf({ ...call, arguments: text }) : text
    part.text = ''
    waiting -= text.length
    if (said === '') return frames
    const contentBlockIndex = (part.index ??= next++)
    return [...frames, event('contentBlockDelta', { contentBlockIndex, delta: call ? { toolUse: { input: said } } : { text: said } })]
  }

  const write = (): Frames => {
    const frames: Frame<WireEvent>[] = []
    for (const [number, part] of parts) {
      frames.push(...writePart(part))
      if (!part.ended) break
      parts.delete(number)
      if (part.index !== undefined) frames.push(event('contentBlockStop', { contentBlockIndex: part.index }))
    }
    return waiting > context.limits.bufferedBytes ? fail('ModelStreamErrorException', 'too many parts speak at once') : frames
  }

  const say = (part: OpenPart, text: string): Frames => {
    part.text += text
    waiting += text.length
    return write()
  }

  return {
    push(step) {
      if (over) return []
      switch (step.type) {
        case 'response-start':
          usage = step.usage
          walker.extensions(step.extensions, '', context)
          return [event('messageStart', { role: 'assistant', ...restOf(step) })]
        case 'part-start': {
          const { candidate, value } = step
          if (candidate > 0) context.onNotice(notice('candidates', pointer('/candidates', candidate)))
          else walker.part(value, context)
          if (candidate > 0 || (value.type !== 'text' && value.type !== 'refusal' && value.type !== 'tool-call')) return []
          if (value.type === 'refusal') context.onNotice(notice('refusal', value.at ?? ''))
          const part: OpenPart = { value, text: '', ended: false }
          parts.set(step.part, part)
          return say(part, value.type === 'tool-call' ? value.arguments : value.text)
        }
        case 'part-delta': {
          const part = parts.get(step.part)
          if (part && 'text' in step.delta) return say(part, step.delta.text)
          const lost = { seal: 'foreign-seal', citation: 'citation', logprobs: 'option' } as const
          const { type } = step.delta
          if (part && (type === 'seal' || type === 'citation' || type === 'logprobs'))
            context.onNotice(notice(lost[type], part.value.at ?? ''))
          return []
        }
        case 'part-end': {
          const part = parts.get(step.part)
          if (part) part.ended = true
          return write()
        }
        case 'candidate-end':
          if (step.candidate === 0) finish = step.finish
          return []
        case 'usage':
          usage = mergeUsage(usage, step.usage)
          return []
        case 'liveness':
          return [{ type: 'comment' }]
        case 'failure':
          return fail(classOfFailure(step.failure), step.failure.message)
        case 'opaque': {
          if (step.format !== format) {
            context.onNotice(notice('stream-event', ''))
            return []
          }
          const { name, value } = step.wire as unknown as WireEvent // our decoder made it
          if (typeof value['contentBlockIndex'] === 'number') next = Math.max(next, value['contentBlockIndex'] + 1)
          return [event(name, value)]
        }
        case 'response-end': {
          over = true
          walker.extensions(step.extensions, '', context)
          if (finish) walker.finish(finish, finish.at ?? '', context)
          if (usage) walker.usage(usage, usage.at ?? '/usage', context)
          const { additionalModelResponseFields: fields, ...rest } = restOf(step)
          const stop = { stopReason: encodeFinish(finish, context), ...(fields !== undefined && { additionalModelResponseFields: fields }) }
          const cost = { ...(usage && { usage: encodeUsage(usage) }), ...rest } as JsonObject // counts, and keys that came from JSON
          return [event('messageStop', stop), event('metadata', cost)]
        }
      }
    },
    end: () => (over ? [] : fail('InternalServerException', 'the stream ended before its end')),
  }
}
