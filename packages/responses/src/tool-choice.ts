import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { Json, JsonObject, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import { readBuiltinType } from './builtin-tools.ts'
import { hintOf } from './extension.ts'
import type { Draft } from './extension.ts'

/** Decodes `tool_choice`; `undefined` if the model cannot express it. */
export function decodeToolChoice(wire: Json): Draft<ToolChoice> | undefined {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { mode: wire }
  if (!isJsonObject(wire) || typeof wire.type !== 'string') return undefined
  if (wire.type !== 'allowed_tools') {
    const ref = decodeRef(wire)
    return ref === undefined ? undefined : { mode: 'required', only: [ref] }
  }
  const { mode, tools } = wire
  if ((mode !== 'auto' && mode !== 'required') || !Array.isArray(tools)) return undefined
  const only: ToolRef[] = []
  for (const tool of tools) {
    const ref = isJsonObject(tool) ? decodeRef(tool) : undefined
    if (ref === undefined) return undefined
    only.push(ref)
  }
  return { mode, only }
}

/**
 * Decodes a reference to a tool: a function or custom tool by name, flat or nested; a hosted one by its type, an MCP server by its label.
 */
function decodeRef(wire: JsonObject): ToolRef | undefined {
  const { type, namespace } = wire
  if (typeof type !== 'string') return undefined
  if (type === 'function' || type === 'custom') {
    const inner = wire[type]
    const name = isJsonObject(inner) ? inner.name : wire.name
    if (typeof name !== 'string') return undefined
    return typeof namespace === 'string' ? { name, namespace, kind: type } : { name, kind: type }
  }
  if (type === 'mcp' && typeof wire.server_label === 'string') return { name: wire.server_label, kind: 'builtin' }
  return { name: readBuiltinType(type).name, kind: 'builtin' }
}

/** Unknown members of a choice, with `{}` for a tool without any; `undefined` if there are none. */
export function extrasOfChoice(wire: JsonObject): JsonObject | undefined {
  if (wire.type !== 'allowed_tools') return extrasOfRef(wire)
  const { type: _, mode: __, tools, ...others } = wire
  const listed = Array.isArray(tools) ? (tools as readonly Json[]).map((tool) => (isJsonObject(tool) ? (extrasOfRef(tool) ?? {}) : {})) : [] // a list of JSON
  const extras: JsonObject = listed.some(hasKeys) ? { ...others, tools: listed } : others
  return hasKeys(extras) ? extras : undefined
}

function extrasOfRef(wire: JsonObject): JsonObject | undefined {
  const { type, namespace, ...left } = wire
  const named = type === 'function' || type === 'custom'
  const inner = named ? left[type] : undefined
  const key = named ? (isJsonObject(inner) ? type : 'name') : type === 'mcp' ? 'server_label' : ''
  const { [key]: _, ...extras } = left
  const { name: __, ...nested } = isJsonObject(inner) ? inner : {}
  const all: JsonObject = {
    ...extras,
    ...(hasKeys(nested) && { [key]: nested }),
    ...(!named && namespace !== undefined && { namespace }),
  }
  return hasKeys(all) ? all : undefined
}

/** Encodes a choice. `spelled`: the caller's spelling of this very choice, if it is not the usual one. */
export function encodeToolChoice(choice: ToolChoice, tools: readonly Tool[] | undefined, spelled: Json | undefined): Json {
  if (spelled !== undefined) {
    const same = decodeToolChoice(spelled)
    if (same !== undefined && same.mode === choice.mode && JSON.stringify(same.only) === JSON.stringify(choice.only)) return spelled
  }
  if (choice.only === undefined) return choice.mode
  const refs = choice.only.map((ref) => encodeRef(ref, tools))
  const [forced] = refs
  if (choice.mode === 'required' && refs.length === 1 && forced) return forced
  return { type: 'allowed_tools', mode: choice.mode === 'required' ? 'required' : 'auto', tools: refs }
}

function encodeRef({ name, namespace, kind }: ToolRef, tools: readonly Tool[] | undefined): JsonObject {
  if (kind === 'builtin') {
    const declared = tools?.find((tool) => tool.type === 'builtin' && tool.name === name)
    if (declared?.type === 'builtin' && declared.family === 'mcp') return { type: 'mcp', server_label: name }
    const type = declared === undefined ? undefined : hintOf(declared).type
    return { type: typeof type === 'string' ? type : name }
  }
  const type = kind === 'custom' ? 'custom' : 'function'
  return namespace === undefined ? { type, name } : { type, name, namespace }
}
