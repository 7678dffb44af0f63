import { isJsonObject } from '@interlingua/core'
import type { Frame, Json, Machine, StreamOptions } from '@interlingua/core'
import { hasKeysInOrder, printString } from '@interlingua/framing'
import { printBlockEdge } from './print-block-edge.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/** Frames as SSE text, one string each. SDKs skip data without an `event:` line, so it is always written. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  const printDelta = createDeltaPrinter()
  return {
    push(frame) {
      if (frame.type === 'event') return [printDelta(frame.wire) ?? printBlockEdge(frame.wire) ?? print(frame.wire)]
      return frame.type === 'comment' ? [':\n\n'] : nothing
    },
    end: () => nothing,
  }
}

const eventKeys = ['type', 'index', 'delta']

/** Where the text of the usual deltas stands. */
function textKey(type: Json | undefined): string | undefined {
  switch (type) {
    case 'text_delta':
      return 'text'
    case 'thinking_delta':
      return 'thinking'
    case 'input_json_delta':
      return 'partial_json'
    default:
      return undefined
  }
}

/**
 * Nearly all events of a stream are deltas of one text and nothing else: printed around the text, at half the cost of printing the object.
 * What stands before the text is the same for all deltas of a block. `undefined` for every other event, and for a delta with a key more, or
 * with its keys in another order.
 */
function createDeltaPrinter(): (wire: WireStreamEvent) => string | undefined {
  let before = { key: '', index: -1, text: '' }
  return (wire) => {
    if (wire.type !== 'content_block_delta') return undefined
    const { index, delta } = wire
    if (typeof index !== 'number' || !isJsonObject(delta) || !hasKeysInOrder(wire, eventKeys)) return undefined
    const { type } = delta
    const key = textKey(type)
    if (key === undefined) return undefined
    const text = delta[key]
    if (typeof text !== 'string') return undefined
    let count = 0
    for (const name in delta) if (++count > 2 || name !== (count === 1 ? 'type' : key)) return undefined
    if (before.index !== index || before.key !== key) {
      const head = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index}`
      before = { key, index, text: `${head},"delta":{"type":"${String(type)}","${key}":` }
    }
    return `${before.text}${printString(text)}}}\n\n`
  }
}

function print(wire: WireStreamEvent): string {
  return `event: ${eventName(wire.type)}\ndata: ${JSON.stringify(wire)}\n\n`
}

/** A line break in a name would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return /[\r\n]/.test(type) ? 'message' : type
}
