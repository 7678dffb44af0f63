import { isJsonObject } from '@interlingua/core'
import type { Item, JsonObject, Json, Pointer, Turn, TurnChanges } from '@interlingua/core'
import { decodeFormat } from './decode-format.ts'
import { isEffort } from './decode-options.ts'
import { encodeFormat } from './encode-options.ts'
import { addRest, extensionOf, hasKeys, hintOf, keep, restOf } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeTools, encodeTools } from './tools.ts'
import type { WireItem } from './wire/wire-item.ts'

const addedFields = { changes: '', 'changes.addTools': '/tools' } as const
const updateFields = { changes: '', 'changes.reasoning': '/reasoning', 'changes.format': '/text/format' } as const

/** Decodes `additional_tools` and `configuration_update` as a turn with changes only; `undefined` for any other item. */
export function decodeChanges(wire: JsonObject, at: Pointer): Turn | undefined {
  if (wire.type === 'additional_tools' && Array.isArray(wire.tools)) return decodeAddedTools(wire, wire.tools as readonly Json[], at)
  return wire.type === 'configuration_update' ? decodeUpdate(wire, at) : undefined
}

function decodeAddedTools(wire: JsonObject, tools: readonly Json[], at: Pointer): Turn {
  const turn: Draft<Turn> = {
    author: 'instruction',
    authority: 'developer',
    parts: [],
    changes: { addTools: decodeTools(tools, `${at}/tools`) },
    at,
    fields: addedFields,
  }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type' || key === 'tools' || (key === 'role' && value === 'developer')) continue
    if (key === 'id' && typeof value === 'string') turn.items = itemOf(value, at)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(
    rest,
    wire.role === undefined ? { item: 'additional_tools', role: 'absent' } : { item: 'additional_tools' },
  )
  if (extensions) turn.extensions = extensions
  return turn
}

function itemOf(id: string, at: Pointer): readonly Item[] {
  return [{ id, at }]
}

function decodeUpdate(wire: JsonObject, at: Pointer): Turn {
  const changes: Draft<TurnChanges> = {}
  const turn: Draft<Turn> = { author: 'instruction', authority: 'developer', parts: [], changes, at, fields: updateFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type') continue
    if (key === 'id' && typeof value === 'string') turn.items = itemOf(value, at)
    else if (key === 'reasoning' && isJsonObject(value)) rest = readReasoning(changes, value, rest)
    else if (key === 'text' && isJsonObject(value)) rest = readFormat(changes, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, { item: 'configuration_update' })
  if (extensions) turn.extensions = extensions
  return turn
}

function readReasoning(changes: Draft<TurnChanges>, value: JsonObject, rest: JsonDraft | undefined): JsonDraft | undefined {
  const { effort, ...extra } = value
  if (!isEffort(effort)) return keep(rest, 'reasoning', value)
  changes.reasoning = { effort }
  return hasKeys(extra) ? keep(rest, 'reasoning', extra) : rest
}

function readFormat(changes: Draft<TurnChanges>, value: JsonObject, rest: JsonDraft | undefined): JsonDraft | undefined {
  const { format: wire, ...extra } = value
  if (wire === undefined) return keep(rest, 'text', value)
  const { format, rest: left } = decodeFormat(wire)
  if (format) changes.format = format
  const kept: JsonDraft = left === undefined ? { ...extra } : { ...extra, format: left }
  return hasKeys(kept) ? keep(rest, 'text', kept) : rest
}

/** Appends the items for a turn's changes, after those of its parts. */
export function encodeChanges(turn: Turn, into: WireItem[]): void {
  const { changes, items } = turn
  const hint = hintOf(turn)
  if (changes === undefined && hint.item !== 'configuration_update') return
  const id = hint.item === undefined ? undefined : items?.[0]?.id
  if (changes?.addTools && hint.added !== 'result') {
    const wire: JsonDraft = { type: 'additional_tools' }
    if (id !== undefined) wire.id = id
    if (hint.role !== 'absent') wire.role = 'developer'
    wire.tools = encodeTools(changes.addTools)
    into.push(hint.item === 'additional_tools' ? addRest(wire, restOf(turn)) : wire)
  }
  if (changes?.reasoning?.effort === undefined && changes?.format === undefined && hint.item !== 'configuration_update') return
  const wire: JsonDraft = { type: 'configuration_update' }
  if (id !== undefined) wire.id = id
  if (changes?.reasoning?.effort !== undefined) wire.reasoning = { effort: changes.reasoning.effort }
  if (changes?.format) wire.text = { format: encodeFormat(changes.format) }
  into.push(hint.item === 'configuration_update' ? addRest(wire, restOf(turn)) : wire)
}
