import { mergeUsage } from '@interlingua/core'
import { objectArguments } from '@interlingua/core/adapter'
import type { Context, Extensions, Failure, Finish, Format, Frame, GenerateAdapter, JsonObject } from '@interlingua/core'
import type { FateWalker } from '@interlingua/core/adapter'
import type { Notice, Pointer, RefusalPart, StreamEvent, TextPart, ToolCallPart, Usage } from '@interlingua/core'
import type { BasicCode } from './basic-notices.ts'
import { placeOfCandidate } from './place-of-candidate.ts'

type Block = TextPart | RefusalPart | ToolCallPart
type Start = Extract<StreamEvent, { type: 'response-start' }>

/** The events of a format for each thing that an answer says. */
export interface AnswerWriter<E> {
  readonly format: Format
  readonly notice: (code: BasicCode, path: Pointer) => Notice
  readonly walker: FateWalker
  begin(head: Omit<Start, 'type'>): readonly E[]
  /** Opens a block. Called with its first content: an empty text has no block. */
  open(index: number, block: Block): readonly E[]
  /** A piece of a text, or of the arguments of a call. */
  say(index: number, text: string, block: Block): readonly E[]
  close(index: number, block: Block): readonly E[]
  end(answer: AnswerEnd, context: Context): readonly E[]
  fail(failure: Failure): readonly E[]
  /** An event of this format that its decoder did not know, and the index of its block. Default: it is left out. */
  again?(wire: JsonObject): { readonly event: E; readonly index: number | undefined }
  /** The JSON of a call's arguments where they need not be an object. Default: what is no object is wrapped in one. */
  argumentsOf?(part: ToolCallPart): string
  /** True: `[DONE]` stands behind the last event. Default: nothing does. */
  readonly done?: boolean
}

/** The end of an answer, as far as it is known. */
export interface AnswerEnd {
  readonly finish: Finish | undefined
  readonly usage: Usage | undefined
  readonly extensions?: Extensions
}

/** A part that is being written, or waits until it may be. */
interface OpenPart {
  readonly block: Block
  index?: number
  /** Text that is not written yet. */
  text: string
  /** The arguments begin like an object: they are written as they come. Others are wrapped when they are whole. */
  plain?: boolean
  ended: boolean
}

/**
 * `createStreamEncoder` of a format whose answers are blocks of text and calls, one after the other. The oldest part is written; the text of
 * others waits, as far as the limits allow.
 */
export function createBasicStreamEncoder<E>(writer: AnswerWriter<E>): GenerateAdapter<unknown, unknown, E>['createStreamEncoder'] {
  const { format, notice, walker } = writer
  return (context: Context) => {
    const parts = new Map<number, OpenPart>()
    let next = 0
    let waiting = 0
    let finish: Finish | undefined
    let usage: Usage | undefined
    let over = false

    const frames = (events: readonly E[]): readonly Frame<E>[] => events.map((wire) => ({ type: 'event', wire }))
    const fail = (failure: Failure): readonly E[] => {
      over = true
      return writer.fail(failure)
    }

    const writePart = (part: OpenPart): readonly E[] => {
      const { block, text } = part
      const call = block.type === 'tool-call' ? block : undefined
      const events: E[] = []
      if (call && part.index === undefined) events.push(...writer.open((part.index = next++), call))
      if (call && call.kind !== 'custom') part.plain ||= /^\s*\{/.test(text)
      const whole = call !== undefined && part.plain !== true
      if (whole && !part.ended) return events
      const said = whole ? argumentsOf({ ...call, arguments: text }) : text
      part.text = ''
      waiting -= text.length
      if (said === '') return events
      if (part.index === undefined) events.push(...writer.open((part.index = next++), block))
      return [...events, ...writer.say(part.index, said, block)]
    }
    const argumentsOf = (call: ToolCallPart): string => writer.argumentsOf?.(call) ?? objectArguments(call, () => undefined).text

    const write = (): readonly E[] => {
      const events: E[] = []
      for (const [number, part] of parts) {
        events.push(...writePart(part))
        if (!part.ended) break
        parts.delete(number)
        if (part.index !== undefined) events.push(...writer.close(part.index, part.block))
      }
      if (waiting <= context.limits.bufferedBytes) return events
      return [...events, ...fail({ code: 'limit', message: 'too many parts of the answer are open at once', retryable: false })]
    }

    const say = (part: OpenPart, text: string): readonly E[] => {
      part.text += text
      waiting += text.length
      return write()
    }

    const encode = (step: StreamEvent): readonly E[] => {
      switch (step.type) {
        case 'response-start':
          usage = step.usage
          walker.extensions(step.extensions, '', context)
          return writer.begin(step)
        case 'part-start': {
          const { candidate, value } = step
          if (candidate > 0) context.onNotice(notice('candidates', placeOfCandidate(candidate, value.at)))
          else {
            if (step.item) walker.extensions(step.item.extensions, step.item.at ?? '', context)
            walker.part(value, context)
            // An answer of blocks has none for what only one format understands.
            if (value.type === 'opaque') context.onNotice(notice('opaque', value.at ?? ''))
          }
          if (candidate > 0 || (value.type !== 'text' && value.type !== 'refusal' && value.type !== 'tool-call')) return []
          if (value.type === 'refusal') context.onNotice(notice('refusal', value.at ?? ''))
          const part: OpenPart = { block: value, text: '', ended: false }
          parts.set(step.part, part)
          return say(part, value.type === 'tool-call' ? value.arguments : value.text)
        }
        case 'part-delta': {
          const part = parts.get(step.part)
          if (part && 'text' in step.delta) return say(part, step.delta.text)
          const { type } = step.delta
          if (part && (type === 'seal' || type === 'citation' || type === 'logprobs'))
            context.onNotice(notice(lost[type], part.block.at ?? ''))
          return []
        }
        case 'part-end': {
          const part = parts.get(step.part)
          if (part) {
            part.ended = true
            walker.extensions(step.extensions, part.block.at ?? '', context)
          }
          return write()
        }
        case 'candidate-end':
          if (step.candidate !== 0) return []
          finish = step.finish
          walker.extensions(step.extensions, finish.at ?? '', context)
          return []
        case 'usage':
          usage = mergeUsage(usage, step.usage)
          return []
        case 'keep-alive':
          return []
        case 'failure':
          return fail(step.failure)
        case 'opaque': {
          if (step.format !== format) {
            if (step.keys === undefined) context.onNotice(notice('stream-event', ''))
            else for (const key of step.keys) context.onNotice(notice('foreign-field', key))
            return []
          }
          const again = writer.again?.(step.wire)
          if (again?.index !== undefined) next = Math.max(next, again.index + 1)
          return again ? [again.event] : []
        }
        case 'response-end': {
          over = true
          walker.extensions(step.extensions, '', context)
          if (finish) walker.finish(finish, finish.at ?? '', context)
          if (usage) walker.usage(usage, usage.at ?? '/usage', context)
          return writer.end({ finish, usage, ...(step.extensions && { extensions: step.extensions }) }, context)
        }
      }
    }

    return {
      push(step) {
        if (over) return []
        if (step.type === 'keep-alive') return [{ type: 'comment' }]
        const events = frames(encode(step))
        return step.type === 'response-end' && writer.done ? [...events, { type: 'done' }] : events
      },
      end: () => (over ? [] : frames(fail({ code: 'server', message: 'the stream ended before its end', retryable: true }))),
    }
  }
}

const lost = { seal: 'foreign-seal', citation: 'citation', logprobs: 'logprobs' } as const
