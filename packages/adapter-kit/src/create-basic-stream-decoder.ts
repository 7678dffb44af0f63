import { createExtension, statusFromFinishes } from '@interlingua/core/adapter'
import type { Context, Failure, Finish, Format, Frame, GenerateAdapter, Json, JsonObject } from '@interlingua/core'
import type { DecodeState, StreamEvent, ToolCallPart, Usage } from '@interlingua/core'
import { restoreCall } from './restore-call.ts'

const nothing: ReadonlySet<string> = new Set()

/** The key by which events of a format name a block: its index, or its id. */
export type BlockKey = string | number

/** Takes what the events of one stream say. A method that answers a boolean says whether what it was given had a place. */
export interface AnswerReader {
  /** True: the answer calls a tool. */
  readonly calls: boolean
  /** True: `finish` was said. From then on `usage`, `keep` and `end` alone are heard. */
  readonly finished: boolean
  /** The head of the answer; said by itself, without id and model, before the first part. A second one says nothing. */
  begin(head: Omit<Extract<StreamEvent, { type: 'response-start' }>, 'type'>): void
  /** A piece of the text in a block, which it opens; false: the block is a call. */
  text(block: BlockKey, text: string): boolean
  /** Opens a block that is a call. */
  call(block: BlockKey, value: ToolCallPart): void
  /** A piece of the arguments of a call; false: there is none in the block. */
  arguments(block: BlockKey, text: string): boolean
  /** False: there was no such block. */
  close(block: BlockKey): boolean
  /** Why the answer ended; closes all blocks. */
  finish(finish: Finish): void
  usage(usage: Usage): void
  /** An event that is of this format alone. */
  opaque(wire: JsonObject): void
  /** Keys that the model has no field for: they stand at the end of the answer. */
  keep(rest: object): void
  /** The answer is over, and nothing more is heard. Said by itself where the stream ends behind `finish`. */
  end(): void
  fail(failure: Failure): void
}

/**
 * `createStreamDecoder` of a format whose answers are blocks of text and calls: `read` says to `answer` what an event says. `last`: the name of
 * the event that ends an answer, for the failure of a stream that ends before it.
 */
export function createBasicStreamDecoder<E>(
  format: Format,
  last: string,
  read: (event: E, answer: AnswerReader) => void,
): GenerateAdapter<unknown, unknown, E>['createStreamDecoder'] {
  const { keep } = createExtension(format)
  return ({ limits }: Context, sent?: DecodeState) => {
    const open = new Map<BlockKey, { readonly call: boolean; readonly part: number }>()
    let events: StreamEvent[] = []
    let parts = 0
    let started = false
    let over = false
    let finish: Finish | undefined
    const kept: Record<string, Json> = {}

    const begin: AnswerReader['begin'] = (head) => {
      if (!started) events.push({ type: 'response-start', ...head })
      started = true
    }
    /** The number of a part that opens; `undefined`: there are too many, and the answer has failed. */
    const start = (block: BlockKey, call: boolean): number | undefined => {
      begin({ id: '', model: '' })
      if (parts >= limits.parts) {
        answer.fail({ code: 'limit', message: 'the answer has too many blocks', retryable: false })
        return undefined
      }
      open.set(block, { call, part: parts })
      return parts++
    }
    const answer: AnswerReader & { calls: boolean; finished: boolean } = {
      calls: false,
      finished: false,
      begin,
      text(block, text) {
        const known = open.get(block)
        if (over || finish) return true
        if (known?.call) return false
        if (text === '') return true
        const part = known?.part ?? start(block, false)
        if (part === undefined) return true
        if (!known) events.push({ type: 'part-start', candidate: 0, part, value: { type: 'text', text: '' } })
        events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'text', text } })
        return true
      },
      call(block, value) {
        if (over || finish || open.has(block)) return
        answer.calls = true
        const part = start(block, true)
        if (part !== undefined) events.push({ type: 'part-start', candidate: 0, part, value: restoreCall(value, sent) })
      },
      arguments(block, text) {
        const known = open.get(block)
        if (over || finish) return true
        if (!known?.call) return false
        if (text !== '') events.push({ type: 'part-delta', candidate: 0, part: known.part, delta: { type: 'arguments', text } })
        return true
      },
      close(block) {
        const known = open.get(block)
        if (over || finish) return true
        if (!known) return false
        open.delete(block)
        events.push({ type: 'part-end', candidate: 0, part: known.part })
        return true
      },
      finish(said) {
        if (over || finish) return
        begin({ id: '', model: '' })
        for (const { part } of open.values()) events.push({ type: 'part-end', candidate: 0, part })
        open.clear()
        finish = said
        answer.finished = true
        events.push({ type: 'candidate-end', candidate: 0, finish })
      },
      usage(usage) {
        if (over) return
        begin({ id: '', model: '' })
        events.push({ type: 'usage', usage })
      },
      opaque(wire) {
        if (over || finish) return
        begin({ id: '', model: '' })
        events.push({ type: 'opaque', format, wire })
      },
      keep: (rest) => void Object.assign(kept, rest),
      end() {
        if (over) return
        over = true
        begin({ id: '', model: '' })
        events.push(keep({ type: 'response-end', status: statusFromFinishes([finish]) }, kept, nothing))
      },
      fail(failure) {
        if (over) return
        over = true
        events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
      },
    }
    const taken = (): readonly StreamEvent[] => {
      const said = events
      events = []
      return said
    }
    return {
      push(frame: Frame<E>) {
        if (over) return []
        if (frame.type === 'event') read(frame.wire, answer)
        else if (frame.type === 'comment') events.push({ type: 'keep-alive' })
        else if (frame.type === 'invalid') answer.fail({ code: 'malformed-upstream', message: frame.message, retryable: true })
        else if (finish) answer.end()
        return taken()
      },
      end() {
        if (finish) answer.end()
        else answer.fail({ code: 'truncated-stream', message: `the stream ended before ${last}`, retryable: true })
        return taken()
      },
      settled: () => finish !== undefined,
    }
  }
}
