import { isJsonObject } from '@interlingua/core'
import type { Frame, Json, Machine, StreamOptions } from '@interlingua/core'
import { hasKeysInOrder, encodeString } from '@interlingua/framing'
import { encodeBlockEdge } from './encode-block-edge.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/** Serializes frames as SSE text, one string each. SDKs skip data without an `event:` line, so it is always written. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  const encodeDelta = createDeltaEncoder()
  return {
    push(frame) {
      if (frame.type === 'event') return [encodeDelta(frame.wire) ?? encodeBlockEdge(frame.wire) ?? encode(frame.wire)]
      return frame.type === 'comment' ? [':\n\n'] : nothing
    },
    end: () => nothing,
  }
}

const eventKeys = ['type', 'index', 'delta']

/** Key of the text in the usual deltas; `undefined` for other types. */
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
 * Makes a printer of deltas with one text, as nearly all events are: printing around the text costs half of printing the object, and the
 * beginning is constant within a block. `undefined` for every other event, and for unknown keys or another order.
 */
function createDeltaEncoder(): (wire: WireStreamEvent) => string | undefined {
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
    return `${before.text}${encodeString(text)}}}\n\n`
  }
}

function encode(wire: WireStreamEvent): string {
  return `event: ${eventName(wire.type)}\ndata: ${JSON.stringify(wire)}\n\n`
}

/** Removes line breaks, which would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return /[\r\n]/.test(type) ? 'message' : type
}
