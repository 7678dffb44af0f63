import { isJsonObject } from '@interlingua/core'
import type { Item, Json, JsonObject, Part, Pointer, Tool, Turn } from '@interlingua/core'
import { decodeChanges } from './changes.ts'
import type { Draft } from './extension.ts'
import type { DecodeScope, Role } from './parts/codec.ts'
import { createDecodeScope, decodeItem, roleOf } from './parts/index.ts'
import { readSummary } from './parts/summary.ts'
import { createNamePairs } from './pair-by-name.ts'
import { decodeTools } from './tools.ts'

type Side = 'user' | 'assistant'

/** A turn that is still taking items. */
interface Open {
  readonly side: Side
  readonly parts: Part[]
  readonly items: Item[]
  readonly turn: Draft<Turn>
}

/** Words before a summary that stands for a conversation. */
const beforeSummary = 'Summary of the conversation before this point:\n\n'

const turnFields = { parts: '', 'changes.addTools': '/tools' } as const

/**
 * Decodes the items of `input` as turns: a message of the user or of an instruction is a turn of its own; other items of one side, in a
 * row, are one turn.
 */
export function decodeTurns(wires: readonly Json[], vendor: string, into: Turn[]): void {
  const scope = createDecodeScope(false, vendor)
  const pairs = createNamePairs(into)
  let open: Open | undefined
  for (let i = 0; i < wires.length; i++) {
    const wire = wires[i] ?? null
    const at: Pointer = `/input/${i}`
    const role = isJsonObject(wire) ? roleOf(wire) : undefined
    if (role !== undefined && role !== 'assistant') {
      into.push(decodeMessageTurn(wire, at, i, role, scope))
      open = undefined
      continue
    }
    const summary = isJsonObject(wire) ? readSummary(wire) : undefined
    if (summary !== undefined) {
      into.push({ author: 'user', parts: [{ type: 'text', text: `${beforeSummary}${summary}`, at }], at, fields: turnFields })
      open = undefined
      continue
    }
    const changes = isJsonObject(wire) ? decodeChanges(wire, at) : undefined
    if (changes) {
      into.push(changes)
      open = undefined
      continue
    }
    const type = isJsonObject(wire) ? wire.type : undefined
    const known = role === 'assistant' ? role : typeof type === 'string' ? sides.get(type) : undefined
    let decoded: Decoded | undefined
    if (known === undefined) decoded = decodeApart(wire, at, i, scope)
    const side = known ?? sideOf(decoded?.parts[0], wire)
    if (open === undefined || open.side !== side) {
      open = startTurn(side, at)
      into.push(open.turn)
    }
    const from = open.parts.length
    const item = decoded === undefined ? decodeItem(wire, at, i, scope, open.parts) : decoded.item
    if (decoded) open.parts.push(...decoded.parts)
    if (type === 'function_call_output' && isJsonObject(wire)) pairs.pair(wire, at, open.parts)
    if (item) addItem(open, item, from, i)
    if (side === 'user' && isJsonObject(wire) && wire.type === 'tool_search_output' && Array.isArray(wire.tools))
      addTools(open.turn, decodeTools(wire.tools as readonly Json[], `${at}/tools`))
  }
}

/** Authors of the item types that most conversations consist of. */
const sides: ReadonlyMap<string, Side> = new Map([
  ['reasoning', 'assistant'],
  ['function_call', 'assistant'],
  ['custom_tool_call', 'assistant'],
  ['function_call_output', 'user'],
  ['custom_tool_call_output', 'user'],
] as const)

interface Decoded {
  readonly parts: readonly Part[]
  readonly item: Item | undefined
}

/** Decodes an item whose author only its parts show. */
function decodeApart(wire: Json, at: Pointer, index: number, scope: DecodeScope): Decoded {
  const parts: Part[] = []
  const item = decodeItem(wire, at, index, scope, parts)
  return { parts, item }
}

function decodeMessageTurn(wire: Json, at: Pointer, index: number, role: Exclude<Role, 'assistant'>, scope: DecodeScope): Turn {
  const parts: Part[] = []
  const turn: Draft<Turn> = { author: role === 'user' ? 'user' : 'instruction', parts, at, fields: turnFields }
  if (role !== 'user') turn.authority = role
  const item = decodeItem(wire, at, index, scope, parts)
  if (item) turn.items = [item]
  return turn
}

function startTurn(side: Side, at: Pointer): Open {
  const parts: Part[] = []
  const items: Item[] = []
  const turn: Draft<Turn> = { author: side, parts, at, fields: turnFields }
  return { side, parts, items, turn }
}

/** Adds an item; if a second item of the turn has the same id, it keeps its own in the hint. */
function addItem(open: Open, item: Item, from: number, index: number): void {
  let entry = item
  if (open.items.some(({ id }) => id === item.id)) {
    const id = `item_${index}`
    entry = {
      ...item,
      id,
      extensions: { responses: { ...item.extensions?.responses, hint: { ...item.extensions?.responses?.hint, id: item.id } } },
    }
    for (let i = from; i < open.parts.length; i++) open.parts[i] = { ...(open.parts[i] as Part), itemId: id } // the index is in range
  }
  open.items.push(entry)
  open.turn.items = open.items
}

function addTools(turn: Draft<Turn>, tools: readonly Tool[]): void {
  turn.changes = { ...turn.changes, addTools: [...(turn.changes?.addTools ?? []), ...tools] }
  // The result holds the tools too, so they are not printed twice.
  turn.extensions = { responses: { hint: { added: 'result' } } }
}

/** Author of an item: results and answers to questions are the caller's, everything else is the model's or its provider's. */
function sideOf(part: Part | undefined, wire: Json): Side {
  if (part === undefined) return 'user'
  switch (part.type) {
    case 'tool-result':
      return 'user'
    case 'approval':
      return part.direction === 'response' ? 'user' : 'assistant'
    case 'opaque':
      return isMade(isJsonObject(wire) ? wire : {}) ? 'assistant' : 'user'
    default:
      return 'assistant'
  }
}

/** True for an unknown item that a model or its provider made. */
function isMade({ type }: JsonObject): boolean {
  return typeof type === 'string' && (type.endsWith('_call') || made.has(type))
}

const made: ReadonlySet<string> = new Set(['program', 'program_output', 'mcp_list_tools', 'reasoning', 'agent_message', 'message'])
