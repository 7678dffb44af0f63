import { isJsonObject } from '@interlingua/core'
import type { Delta, JsonObject, Part, Pointer, StreamEvent, TokenLogprob } from '@interlingua/core'
import { decodeAnnotation } from '../parts/citation.ts'
import { decodeContent } from '../parts/content.ts'
import { decodeLogprobs } from '../parts/logprobs.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import { give } from './item-reader.ts'
import type { ItemReader, OpenItem } from './item-reader.ts'
import { missingDeltas, segmentDelta } from './open-part.ts'
import type { OpenPart } from './open-part.ts'

/** Reads an event. Returns `false` for an unknown kind, or without an open item. */
export type ReadEvent = (wire: WireStreamEvent, items: ItemReader, events: StreamEvent[]) => boolean

function indexOf(wire: WireStreamEvent, key: 'content_index' | 'summary_index'): number {
  const { [key]: index } = wire
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : 0
}

function placeOf(item: OpenItem, index: number): Pointer {
  return `/output/${item.place}/content/${index}`
}

/** Item of an event; a message or thought that a server never announced is opened here. */
function itemOf(wire: WireStreamEvent, type: string, items: ItemReader, events: StreamEvent[]): OpenItem | undefined {
  const item = items.find(wire)
  if (item !== undefined || items.overflow() !== undefined) return item
  const blank: JsonObject = type === 'message' ? { type, role: 'assistant', content: [] } : { type, summary: [] }
  return items.add(wire, typeof wire.item_id === 'string' ? { ...blank, id: wire.item_id } : blank, events)
}

/** Part of a message, started by its first event. */
function contentOf(wire: WireStreamEvent, empty: Part, items: ItemReader, events: StreamEvent[]): OpenPart | undefined {
  const item = itemOf(wire, 'message', items, events)
  if (item?.wire.type !== 'message') return undefined
  const index = indexOf(wire, 'content_index')
  const open = item.parts.get(index)
  if (open) return open
  const id = typeof item.wire.id === 'string' && item.wire.id !== '' ? item.wire.id : `item_${item.place}`
  return items.start(item, index, { ...empty, at: placeOf(item, index), itemId: id }, events)
}

const text: Part = { type: 'text', text: '' }
const refusal: Part = { type: 'refusal', text: '' }

const readTextDelta: ReadEvent = (wire, items, events) => {
  if (typeof wire.delta !== 'string') return false
  const open = contentOf(wire, text, items, events)
  if (open?.type !== 'text') return false
  if (wire.delta !== '') give(events, open, { type: 'text', text: wire.delta })
  open.given += wire.delta.length
  readLogprobs(wire, open, events)
  return true
}

/** Reads streamed entries; incomplete ones wait for the final ones. */
export function readLogprobs(wire: WireStreamEvent, open: OpenPart, events: StreamEvent[]): void {
  const { logprobs } = wire
  if (!Array.isArray(logprobs) || logprobs.length === 0 || open.logprobs === 'late') return
  const decoded: readonly TokenLogprob[] | undefined = decodeLogprobs(logprobs)
  open.logprobs = decoded === undefined && open.logprobs === 'none' ? 'late' : 'given'
  if (decoded) give(events, open, { type: 'logprobs', logprobs: decoded })
}

const readRefusalDelta: ReadEvent = (wire, items, events) => {
  if (typeof wire.delta !== 'string') return false
  const open = contentOf(wire, refusal, items, events)
  if (open?.type !== 'refusal') return false
  if (wire.delta !== '') give(events, open, { type: 'text', text: wire.delta })
  open.given += wire.delta.length
  return true
}

/** Reads a whole text, adding what its deltas left out. */
function readWhole(key: 'text' | 'refusal', empty: Part): ReadEvent {
  return (wire, items, events) => {
    const whole = wire[key]
    if (typeof whole !== 'string') return false
    const open = contentOf(wire, empty, items, events)
    if (open === undefined || open.type !== empty.type) return false
    if (whole.length > open.given) give(events, open, { type: 'text', text: whole.slice(open.given) })
    open.given = Math.max(open.given, whole.length)
    return true
  }
}

const readAnnotation: ReadEvent = (wire, items, events) => {
  const open = contentOf(wire, text, items, events)
  const item = items.find(wire)
  if (open?.type !== 'text' || item === undefined || wire.annotation === undefined) return false
  const at = `${placeOf(item, indexOf(wire, 'content_index'))}/annotations/${open.citations}` as const
  const citation = decodeAnnotation(wire.annotation, at)
  if (citation === undefined) return true // the citation comes with the whole item, which keeps unknown ones
  open.citations++
  give(events, open, { type: 'citation', citation })
  return true
}

/** Opens a part by its kind; an unknown kind comes with the whole item. */
const readContentPart: ReadEvent = (wire, items, events) => {
  const { part } = wire
  if (!isJsonObject(part)) return false
  if (part.type === 'reasoning_text') return readSegment('full', 'content_index', part.text)(wire, items, events)
  if (part.type !== 'output_text' && part.type !== 'refusal') return true
  const open = contentOf(wire, part.type === 'refusal' ? refusal : text, items, events)
  if (open === undefined) return false
  const whole = decodeContent(part, '', 'assistant', items.scope)
  // Annotations and log probabilities come with their own events, or with the item.
  if (whole.type === 'text' || whole.type === 'refusal') {
    for (const delta of missingDeltas(open, { type: whole.type, text: whole.text })) give(events, open, delta)
  }
  return true
}

/** Reads a segment, which opens once it is announced; `whole` is all of its text so far. */
function readSegment(kind: 'summary' | 'full', key: 'content_index' | 'summary_index', whole: unknown): ReadEvent {
  return (wire, items, events) => {
    const open = itemOf(wire, 'reasoning', items, events)?.parts.get(0)
    if (open?.type !== 'reasoning') return false
    const index = indexOf(wire, key)
    const said = typeof whole === 'string' ? whole : ''
    const given = open.segments.get(`${kind} ${index}`)?.given
    if (given === undefined || said.length > given) give(events, open, segmentDelta(open, kind, index, said.slice(given ?? 0)))
    return true
  }
}

function readThought(kind: 'summary' | 'full', key: 'content_index' | 'summary_index'): ReadEvent {
  return (wire, items, events) => {
    if (typeof wire.delta !== 'string') return false
    const open = itemOf(wire, 'reasoning', items, events)?.parts.get(0)
    if (open?.type !== 'reasoning') return false
    give(events, open, segmentDelta(open, kind, indexOf(wire, key), wire.delta))
    return true
  }
}

const readSummaryPart: ReadEvent = (wire, items, events) =>
  isJsonObject(wire.part) && readSegment('summary', 'summary_index', wire.part.text)(wire, items, events)

const readArguments: ReadEvent = (wire, items, events) => {
  const open = items.find(wire)?.parts.get(0)
  if (typeof wire.delta !== 'string' || !takesArguments(open)) return false
  if (open.wrapped || wire.delta === '') return true
  open.given += wire.delta.length
  give(events, open, { type: 'arguments', text: wire.delta })
  return true
}

/** Reads the whole arguments, also those of a server that streamed none. */
function readWholeArguments(key: string, encode: (text: string) => string): ReadEvent {
  return (wire, items, events) => {
    const open = items.find(wire)?.parts.get(0)
    const whole = wire[key]
    if (typeof whole !== 'string' || !takesArguments(open)) return false
    // Wrapped raw text waits for its item, since only there it is complete.
    if (open.wrapped) return true
    const said = encode(whole)
    if (said.length <= open.given) return true
    give(events, open, { type: 'arguments', text: said.slice(open.given) })
    open.given = said.length
    return true
  }
}

function takesArguments(open: OpenPart | undefined): open is OpenPart {
  return open?.type === 'tool-call' || open?.type === 'hosted-call'
}

const asItIs = (said: string): string => said

/** Reads the progress of a hosted tool; for an item that is not open, or has no status, it is only a keep-alive. */
const readTick: ReadEvent = (wire, items, events) => {
  const open = items.find(wire)?.parts.get(0)
  const status = wire.type.slice(wire.type.lastIndexOf('.') + 1)
  if (open?.type !== 'hosted-call' || open.status === status) return readProgress(wire, items, events)
  open.status = status
  give(events, open, { type: 'status', text: status } satisfies Delta)
  return true
}

/** Reads progress that comes again, whole, with its item. */
const readProgress: ReadEvent = (_wire, _items, events) => {
  events.push({ type: 'keep-alive' })
  return true
}

/** Readers of the events between the start and the end of an item. https://platform.openai.com/docs/api-reference/responses-streaming */
export const readers: Readonly<Record<string, ReadEvent>> = {
  'response.output_text.delta': readTextDelta,
  'response.output_text.done': readWhole('text', text),
  'response.output_text.annotation.added': readAnnotation,
  'response.refusal.delta': readRefusalDelta,
  'response.refusal.done': readWhole('refusal', refusal),
  'response.content_part.added': readContentPart,
  'response.content_part.done': readContentPart,
  'response.reasoning_summary_part.added': readSummaryPart,
  'response.reasoning_summary_part.done': readSummaryPart,
  'response.reasoning_summary_text.delta': readThought('summary', 'summary_index'),
  'response.reasoning_summary_text.done': (wire, items, events) => readSegment('summary', 'summary_index', wire.text)(wire, items, events),
  'response.reasoning_text.delta': readThought('full', 'content_index'),
  'response.reasoning_text.done': (wire, items, events) => readSegment('full', 'content_index', wire.text)(wire, items, events),
  'response.function_call_arguments.delta': readArguments,
  'response.function_call_arguments.done': readWholeArguments('arguments', asItIs),
  'response.custom_tool_call_input.delta': readArguments,
  'response.custom_tool_call_input.done': readWholeArguments('input', asItIs),
  'response.mcp_call_arguments.delta': readArguments,
  'response.mcp_call_arguments.done': readWholeArguments('arguments', asItIs),
  'response.code_interpreter_call_code.delta': readProgress,
  'response.code_interpreter_call_code.done': readWholeArguments('code', (code) => JSON.stringify({ code })),
  'response.web_search_call.in_progress': readTick,
  'response.web_search_call.searching': readTick,
  'response.web_search_call.completed': readTick,
  'response.file_search_call.in_progress': readTick,
  'response.file_search_call.searching': readTick,
  'response.file_search_call.completed': readTick,
  'response.code_interpreter_call.in_progress': readTick,
  'response.code_interpreter_call.interpreting': readTick,
  'response.code_interpreter_call.completed': readTick,
  'response.image_generation_call.in_progress': readTick,
  'response.image_generation_call.generating': readTick,
  'response.image_generation_call.completed': readTick,
  'response.mcp_call.in_progress': readTick,
  'response.mcp_call.completed': readTick,
  'response.mcp_call.failed': readTick,
  'response.mcp_list_tools.in_progress': readProgress,
  'response.mcp_list_tools.completed': readProgress,
  'response.mcp_list_tools.failed': readProgress,
  'response.shell_call_command.added': readProgress,
  'response.shell_call_command.delta': readProgress,
  'response.shell_call_command.done': readProgress,
  'response.shell_call_output_content.delta': readProgress,
  'response.shell_call_output_content.done': readProgress,
  'response.apply_patch_call_operation_diff.delta': readProgress,
  'response.apply_patch_call_operation_diff.done': readProgress,
  'response.compaction.compacting': readProgress,
}
