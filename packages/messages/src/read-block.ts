import { isJsonObject } from '@interlingua/core'
import { createKeyRenamer } from '@interlingua/core/adapter'
import type { Context, Delta, Json, JsonObject, Part, DecodeState, StreamEvent } from '@interlingua/core'
import type { KeyRenamer } from '@interlingua/core/adapter'
import { besideDelta, besideEvent, deltaKeys, said } from './beside-block.ts'
import { extensionOf, keep, without } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { createDecodeScope, decodeBlock } from './parts/index.ts'
import { decodeCitation } from './parts/citation.ts'
import { decodeSeal } from './parts/reasoning.ts'
import { restoreCall, unwrapInput } from './restore-call.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** An open block. */
interface Open {
  readonly part: number
  readonly kind: Part['type']
  /** Input in the start frame, which is complete unless deltas follow. */
  pendingInput: string | undefined
  /** Raw text of a wrapped custom tool, which can be unwrapped only once complete. */
  wrapped: string | undefined
  /** Renames the arguments of a call back, if they have other names on the wire. */
  keys: KeyRenamer | undefined
  /** Signature of the start frame, until a delta brings one. */
  signature: Json | undefined
  citations: number
  rest: JsonDraft | undefined
  /** True for a text without any content so far. */
  empty: boolean
}

export type BlockEvents =
  | { readonly type: 'events'; readonly events: readonly StreamEvent[] }
  | { readonly type: 'limit'; readonly message: string }

export interface BlockReader {
  model: string | undefined
  /** True if the response calls a tool that the client runs. */
  sawCall(): boolean
  read(wire: WireStreamEvent): BlockEvents
  /** Events of a delta of an open block; `undefined` for any other delta. */
  delta(wire: WireStreamEvent): readonly StreamEvent[] | undefined
  /** Ends the blocks that the source left open at its own end. */
  close(): readonly StreamEvent[]
}

const startKeys: ReadonlySet<string> = new Set(['type', 'index', 'content_block'])
const stopKeys: ReadonlySet<string> = new Set(['type', 'index'])
const none: BlockEvents = { type: 'events', events: [] }

/** Reads blocks by index: the part of each, and the content of its deltas. */
export function createBlockReader(context: Context, sent?: DecodeState): BlockReader {
  const open = new Map<number, Open>()
  let parts = 0
  let last = -1

  const indexOf = (wire: WireStreamEvent): number =>
    typeof wire.index === 'number' ? wire.index : wire.type === 'content_block_start' ? last + 1 : last

  const start = (index: number, block: JsonObject, wire?: WireStreamEvent): BlockEvents => {
    if (!(index >= 0 && index <= context.limits.arrayIndex)) return { type: 'limit', message: 'the index of a block is out of bounds' }
    if (parts >= context.limits.parts) return { type: 'limit', message: 'the answer has too many blocks' }
    last = index
    const events: StreamEvent[] = []
    const before = open.get(index)
    if (before) events.push(...stop(index, before))
    const number = parts++
    const { value, state } = startPart(block, number, reader.model, sent)
    if (value.type === 'tool-call') saw.call = true
    open.set(index, state)
    const more = wire === undefined ? undefined : without(wire, startKeys)
    if (more) events.push(besideEvent(number, 'content_block_start', more))
    events.push({ type: 'part-start', candidate: 0, part: number, value })
    return { type: 'events', events }
  }

  const stop = (index: number, block: Open): readonly StreamEvent[] => {
    open.delete(index)
    return stopPart(block)
  }

  const saw = { call: false }
  const reader: BlockReader = {
    model: undefined,
    sawCall: () => saw.call,
    delta(wire) {
      const { index, delta } = wire
      const block = typeof index === 'number' ? open.get(index) : undefined
      return block !== undefined && isJsonObject(delta) ? deltaEvents(block, delta, wire, reader.model) : undefined
    },
    read(wire) {
      const index = indexOf(wire)
      const block = open.get(index)
      if (wire.type === 'content_block_start')
        return start(index, isJsonObject(wire.content_block) ? wire.content_block : { type: 'text', text: '' }, wire)
      if (wire.type === 'content_block_stop') {
        if (block === undefined) return none
        const more = without(wire, stopKeys)
        const events = stop(index, block)
        return { type: 'events', events: more ? [besideEvent(block.part, wire.type, more), ...events] : events }
      }
      const delta = isJsonObject(wire.delta) ? wire.delta : {}
      if (block) return { type: 'events', events: deltaEvents(block, delta, wire, reader.model) }
      // Text of a block that the server never opened must not be lost.
      const kind = delta.type === 'text_delta' ? 'text' : delta.type === 'thinking_delta' ? 'thinking' : undefined
      if (kind === undefined || index < 0) return { type: 'events', events: [{ type: 'opaque', format: 'messages', wire }] }
      const opened = start(index, kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '' })
      const fresh = open.get(index)
      if (opened.type === 'limit' || fresh === undefined) return opened
      return { type: 'events', events: [...opened.events, ...deltaEvents(fresh, delta, wire, reader.model)] }
    },
    close() {
      const events: StreamEvent[] = []
      for (const [index, block] of open) events.push(...stop(index, block))
      return events
    },
  }
  return reader
}

/** Start of a part, with empty accumulators if deltas fill them. */
function startPart(
  block: JsonObject,
  number: number,
  model: string | undefined,
  sent: DecodeState | undefined,
): { readonly value: Part; readonly state: Open } {
  const at = `/content/${number}` as const
  const state: Open = {
    part: number,
    kind: 'text',
    pendingInput: undefined,
    wrapped: undefined,
    keys: undefined,
    signature: undefined,
    citations: 0,
    rest: undefined,
    empty: false,
  }
  const as = (value: Part): { readonly value: Part; readonly state: Open } => ({ value, state: { ...state, kind: value.type } })
  const scope = createDecodeScope(model)
  switch (block.type) {
    case 'text': {
      const { text, ...bare } = block
      // The block's end decides whether it stays empty.
      state.empty = text === '' || text === undefined
      const value = decodeBlock(text === '' ? bare : block, at, scope)
      if (value.type === 'text') state.citations = value.citations?.length ?? 0
      return as(value)
    }
    case 'thinking': {
      const { signature, ...rest } = block
      state.signature = signature ?? null
      const value = decodeBlock(rest, at, scope)
      const extension = value.extensions?.messages?.rest
      return as({
        type: 'reasoning',
        segments: value.type === 'reasoning' ? value.segments : [],
        at,
        ...(extension && { extensions: { messages: { rest: extension } } }),
      })
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const value = decodeBlock(block, at, scope)
      if (value.type !== 'tool-call' && value.type !== 'hosted-call') return as(value)
      state.pendingInput = value.arguments
      const empty = { ...value, arguments: '' }
      if (empty.type === 'hosted-call' || !sent?.reversals) return as(empty)
      const restored = restoreCall(empty, sent.reversals)
      const names = sent.reversals.argumentKeys?.get(empty.name)
      if (names) state.keys = createKeyRenamer(names)
      if (restored.kind === 'custom') state.wrapped = ''
      return as({ ...restored, arguments: '' })
    }
    case 'compaction': {
      const { content, encrypted_content: sealed, ...rest } = block
      state.rest = undefined
      let whole: JsonObject = rest
      // Null until a delta has content.
      if (typeof content === 'string') whole = { ...whole, content }
      else if (content !== undefined) state.rest = keep(state.rest, 'content', content)
      if (typeof sealed === 'string') whole = { ...whole, encrypted_content: sealed }
      else if (sealed !== undefined) state.rest = keep(state.rest, 'encrypted_content', sealed)
      return as(decodeBlock(whole, at, scope))
    }
    default:
      return as(decodeBlock(block, at, scope))
  }
}

function deltaEvents(block: Open, delta: JsonObject, wire: WireStreamEvent, model: string | undefined): readonly StreamEvent[] {
  switch (delta.type) {
    case 'text_delta':
      if (typeof delta.text === 'string' && block.kind === 'text') {
        if (delta.text !== '') block.empty = false
        return said(block, { type: 'text', text: delta.text }, wire, delta, 'text')
      }
      break
    case 'input_json_delta':
      if (typeof delta.partial_json !== 'string' || (block.kind !== 'tool-call' && block.kind !== 'hosted-call')) break
      if (delta.partial_json === '') return said(block, undefined, wire, delta, 'partial_json')
      block.pendingInput = undefined
      if (block.wrapped !== undefined) {
        block.wrapped += delta.partial_json
        return said(block, undefined, wire, delta, 'partial_json')
      }
      const text = block.keys ? block.keys.push(delta.partial_json) : delta.partial_json
      return said(block, text === '' ? undefined : { type: 'arguments', text }, wire, delta, 'partial_json')
    case 'thinking_delta':
      if (typeof delta.thinking !== 'string' || block.kind !== 'reasoning') break
      if (delta.thinking === '') return said(block, undefined, wire, delta, 'thinking')
      return said(block, { type: 'reasoning', segment: 0, kind: 'full', text: delta.thinking }, wire, delta, 'thinking')
    case 'signature_delta': {
      if (typeof delta.signature !== 'string' || block.kind !== 'reasoning') break
      block.signature = delta.signature
      const seal = decodeSeal(delta.signature, model)
      if (seal !== undefined) block.signature = undefined
      return said(block, seal && { type: 'seal', seal }, wire, delta, 'signature')
    }
    case 'citations_delta':
      if (delta.citation === undefined || block.kind !== 'text') break
      return said(
        block,
        { type: 'citation', citation: decodeCitation(delta.citation, `/content/${block.part}/citations/${block.citations++}`) },
        wire,
        delta,
        'citation',
      )
    case 'compaction_delta': {
      if (block.kind !== 'compaction') break
      const more = without(wire, deltaKeys)
      const events = compactionEvents(block, delta)
      return more ? [...events, besideDelta(block, more, {})] : events
    }
  }
  return [{ type: 'opaque', format: 'messages', wire: wire.index === block.part ? wire : { ...wire, index: block.part } }]
}

function compactionEvents(block: Open, delta: JsonObject): readonly StreamEvent[] {
  const events: StreamEvent[] = []
  for (const key in delta) {
    const value = delta[key]
    if (value === undefined || key === 'type') continue
    if (key === 'content' && typeof value === 'string') events.push(...event(block.part, { type: 'text', text: value }))
    else if (key === 'encrypted_content' && typeof value === 'string')
      events.push(...event(block.part, { type: 'seal', seal: { format: 'messages', data: value } }))
    else {
      block.rest = keep(block.rest, key, value)
      continue
    }
    if (block.rest && Object.hasOwn(block.rest, key)) {
      const { [key]: _, ...others } = block.rest
      block.rest = others
    }
  }
  return events
}

function event(part: number, delta: Delta): readonly StreamEvent[] {
  return [{ type: 'part-delta', candidate: 0, part, delta }]
}

/** End of a part, with facts that only the end has. */
function stopPart(block: Open): readonly StreamEvent[] {
  const events: StreamEvent[] = []
  const { part } = block
  if (block.wrapped !== undefined) {
    const text = unwrapInput(block.wrapped === '' ? (block.pendingInput ?? '') : block.wrapped)
    if (text !== '' && text !== '{}') events.push(...event(part, { type: 'arguments', text }))
  } else if (block.pendingInput !== undefined && block.pendingInput !== '{}' && block.pendingInput !== '') {
    const whole = block.keys ? block.keys.push(block.pendingInput) : block.pendingInput
    if (whole !== '') events.push(...event(part, { type: 'arguments', text: whole }))
  }
  const held = block.keys?.end() ?? ''
  if (held !== '') events.push(...event(part, { type: 'arguments', text: held }))
  const { rest } = block
  let hint: JsonDraft | undefined
  if (block.kind === 'reasoning' && block.signature !== undefined)
    hint = block.signature === null ? { unsigned: true } : { signature: block.signature }
  if (block.empty) hint = { empty: true }
  const extensions = extensionOf(rest && Object.keys(rest).length > 0 ? rest : undefined, hint)
  events.push(extensions ? { type: 'part-end', candidate: 0, part, extensions } : { type: 'part-end', candidate: 0, part })
  return events
}
