import { failureOfDocument } from '@interlingua/adapter-kit'
import { hasKeys, isJsonObject, statusOfFinishes, type Context, type Failure, type Finish, type Frame, type Json } from '@interlingua/core'
import type { JsonObject, Machine, Sent, StreamEvent } from '@interlingua/core'
import { extensionsOf } from './extension.ts'
import { errors } from './failure.ts'
import { decodeFinish } from './finish.ts'
import { restoreCall } from './tools.ts'
import { decodeUsage } from './usage.ts'
import { blocks, format, type WireEvent } from './wire.ts'

/** The answer ends with `messageStop`; what it cost comes after that, or not at all. Events of blocks that we do not model stay as they are. */
export function decodeStream({ limits }: Context, sent?: Sent): Machine<Frame<WireEvent>, StreamEvent> {
  const open = new Map<Json | undefined, { readonly type: 'text' | 'call'; readonly part: number }>()
  let parts = 0
  let started = false
  let calls = false
  let finish: Finish | undefined
  let over = false
  let rest: JsonObject = {}

  const fail = (failure: Failure): readonly StreamEvent[] => {
    over = true
    return [
      { type: 'failure', failure },
      { type: 'response-end', status: 'failed' },
    ]
  }

  const begin = (own: JsonObject): readonly StreamEvent[] => {
    if (started) return []
    started = true
    return [{ type: 'response-start', id: '', model: '', ...extensionsOf(own) }]
  }

  const end = (): readonly StreamEvent[] => {
    over = true
    return [{ type: 'response-end', status: statusOfFinishes([finish]), ...extensionsOf(rest) }]
  }

  const decode = ({ name, value }: WireEvent): readonly StreamEvent[] => {
    const opaque: StreamEvent = { type: 'opaque', format, wire: { name, value } }
    const { contentBlockIndex: index, start, delta, role: _, stopReason, usage, ...own } = value
    const block = open.get(index)
    switch (name) {
      case 'messageStart':
        return begin(own)
      case 'contentBlockStart': {
        if (!isJsonObject(start) || !hasKeys(start) || block) return []
        const toolUse = isJsonObject(start['toolUse']) ? { input: {}, ...start['toolUse'] } : undefined
        const called = blocks.call.safeParse({ toolUse }).data?.toolUse
        if (called === undefined) return [opaque]
        calls = true
        open.set(index, { type: 'call', part: parts })
        const { toolUseId: callId, name: tool, input: __, ...more } = called
        const call = { type: 'tool-call', kind: 'function', callId, name: tool, arguments: '', ...extensionsOf(more) } as const
        return [{ type: 'part-start', candidate: 0, part: parts++, value: restoreCall(call, sent) }]
      }
      case 'contentBlockDelta': {
        const { text, toolUse } = isJsonObject(delta) ? delta : {}
        const input = isJsonObject(toolUse) ? toolUse['input'] : undefined
        if (typeof input === 'string' && block?.type === 'call')
          return [{ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'arguments', text: input } }]
        if (typeof text !== 'string' || block?.type === 'call') return [opaque]
        if (text === '') return []
        const part = block?.part ?? parts++
        const said: StreamEvent = { type: 'part-delta', candidate: 0, part, delta: { type: 'text', text } }
        if (block) return [said]
        open.set(index, { type: 'text', part })
        return [{ type: 'part-start', candidate: 0, part, value: { type: 'text', text: '' } }, said]
      }
      case 'contentBlockStop':
        open.delete(index)
        return [block ? { type: 'part-end', candidate: 0, part: block.part } : opaque]
      case 'messageStop': {
        if (finish) return []
        const closed = [...open.values()].map(({ part }): StreamEvent => ({ type: 'part-end', candidate: 0, part }))
        open.clear()
        finish = decodeFinish(String(stopReason), calls)
        rest = { ...rest, ...own }
        return [...closed, { type: 'candidate-end', candidate: 0, finish }]
      }
      case 'metadata': {
        const known = blocks.usage.safeParse(usage).data
        rest = { ...rest, ...own }
        return [...(known ? [{ type: 'usage', usage: decodeUsage(known) } as const] : []), ...(finish ? end() : [])]
      }
      default:
        return [opaque]
    }
  }

  return {
    push(frame) {
      if (over || frame.type === 'done') return []
      if (frame.type === 'comment') return [{ type: 'liveness' }]
      if (frame.type === 'invalid') return fail({ code: 'malformed-upstream', message: frame.message, retryable: true })
      const { name, value } = frame.wire
      if (name === 'exception') return fail(failureOfDocument(format, errors, { ...value, __type: String(value['type']) }))
      // Behind the end of the answer only its cost is read.
      if (finish && name !== 'metadata') return []
      if (parts > limits.parts) return fail({ code: 'limit', message: 'the answer has too many blocks', retryable: false })
      return name === 'messageStart' ? decode(frame.wire) : [...begin({}), ...decode(frame.wire)]
    },
    end() {
      if (over) return []
      return finish ? end() : fail({ code: 'truncated-stream', message: 'the stream ended before messageStop', retryable: true })
    },
    settled: () => finish !== undefined,
  }
}
