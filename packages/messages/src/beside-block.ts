import { pointer } from '@interlingua/core'
import type { Delta, JsonObject, Part, StreamEvent } from '@interlingua/core'
import { without } from './extension.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

interface BlockPart {
  readonly part: number
  readonly kind: Part['type']
}

export const deltaKeys: ReadonlySet<string> = new Set(['type', 'index', 'delta'])

/** Delta of a modelled kind, followed by an event without text for its unknown keys. */
export function said(
  block: BlockPart,
  delta: Delta | undefined,
  wire: WireStreamEvent,
  own: JsonObject,
  key: string,
): readonly StreamEvent[] {
  const events = delta === undefined ? [] : [{ type: 'part-delta' as const, candidate: 0, part: block.part, delta }]
  if (!saysMore(wire, own, key)) return events
  const { [key]: _, type: __, ...more } = own
  return [...events, besideDelta(block, without(wire, deltaKeys) ?? {}, more)]
}

function saysMore(wire: WireStreamEvent, delta: JsonObject, key: string): boolean {
  for (const name in delta) if (name !== key && name !== 'type') return true
  for (const name in wire) if (name !== 'type' && name !== 'index' && name !== 'delta') return true
  return false
}

/** Unknown keys around and in a delta, which any delta of the block can carry. */
export function besideDelta({ part, kind }: BlockPart, around: JsonObject, inside: JsonObject): StreamEvent {
  const text =
    kind === 'reasoning' ? { type: 'thinking_delta', thinking: '' } : isCall(kind) ? emptyInput : { type: 'text_delta', text: '' }
  const wire = { type: 'content_block_delta', index: part, ...around, delta: { ...inside, ...text } }
  const keys = [...Object.keys(inside), ...Object.keys(around)].map((key) => pointer(`/content/${part}`, key))
  return { type: 'opaque', format: 'messages', wire, keys }
}

const emptyInput = { type: 'input_json_delta', partial_json: '' } as const

function isCall(kind: Part['type']): boolean {
  return kind === 'tool-call' || kind === 'hosted-call'
}

/**
 * Unknown keys around the start or the end of a block. The number of the part stands for the index, so that a skipped index leaves no gap.
 */
export function besideEvent(part: number, type: string, more: JsonObject): StreamEvent {
  const keys = Object.keys(more).map((key) => pointer(`/content/${part}`, key))
  return { type: 'opaque', format: 'messages', wire: { type, index: part, ...more }, keys }
}
