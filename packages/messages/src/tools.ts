import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, FunctionTool, Json, JsonObject, Pointer, Tool, ToolChoice } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, nestedRest, restOf } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeCache, encodeCache } from './parts/cache.ts'

/** Vendor-defined tools: the family, and the side that runs it. The suffix of the wire type is the version. */
const builtins: readonly { readonly prefix: string; readonly family: string; readonly runsOn: 'client' | 'server' }[] = [
  { prefix: 'web_search', family: 'web-search', runsOn: 'server' },
  { prefix: 'web_fetch', family: 'web-fetch', runsOn: 'server' },
  { prefix: 'code_execution', family: 'code-execution', runsOn: 'server' },
  { prefix: 'tool_search_tool', family: 'tool-search', runsOn: 'server' },
  { prefix: 'mcp_toolset', family: 'mcp', runsOn: 'server' },
  { prefix: 'advisor', family: 'advisor', runsOn: 'server' },
  { prefix: 'bash', family: 'bash', runsOn: 'client' },
  { prefix: 'text_editor', family: 'text-editor', runsOn: 'client' },
  { prefix: 'memory', family: 'memory', runsOn: 'client' },
  { prefix: 'computer', family: 'computer', runsOn: 'client' },
  { prefix: 'browser', family: 'browser', runsOn: 'client' },
]

export function decodeTool(wire: JsonObject, at: Pointer): Tool {
  const { type } = wire
  return typeof type === 'string' && type !== 'custom' ? decodeBuiltin(wire, type, at) : decodeFunction(wire, at)
}

function decodeFunction(wire: JsonObject, at: Pointer): FunctionTool {
  const tool: Draft<FunctionTool> = { type: 'function', name: '', at, fields: functionFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || (key === 'type' && value === 'custom')) continue
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'description' && typeof value === 'string') tool.description = value
    else if (key === 'input_schema' && isJsonObject(value)) tool.schema = value
    else if (key === 'strict' && typeof value === 'boolean') tool.strict = value
    else if (key === 'defer_loading' && typeof value === 'boolean') tool.deferred = value
    else if (key === 'input_examples' && Array.isArray(value)) tool.examples = value
    else if (key === 'cache_control') rest = decodeCache(tool, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, wire.type === 'custom' ? { type: 'custom' } : undefined)
  if (extensions) tool.extensions = extensions
  return tool
}

const functionFields = {
  name: '/name',
  schema: '/input_schema',
  deferred: '/defer_loading',
  examples: '/input_examples',
  cache: '/cache_control',
} as const
const builtinFields = {
  deferred: '/defer_loading',
  cache: '/cache_control',
  version: '/type',
  family: '/type',
  config: '',
  'config.maxUses': '/max_uses',
  'config.allowedDomains': '/allowed_domains',
  'config.blockedDomains': '/blocked_domains',
  'config.userLocation': '/user_location',
} as const

function decodeBuiltin(wire: JsonObject, type: string, at: Pointer): BuiltinTool {
  const known = builtins.find(({ prefix }) => type === prefix || type.startsWith(`${prefix}_`))
  const family = known?.family ?? type
  const tool: Draft<BuiltinTool> = {
    type: 'builtin',
    name: family,
    family,
    runsOn: known?.runsOn ?? 'server',
    format: 'messages',
    config: {},
    at,
    fields: builtinFields,
  }
  if (known && type.length > known.prefix.length) tool.version = type.slice(known.prefix.length + 1)
  const hint: JsonDraft = { type }
  let config: JsonDraft = {}
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type') continue
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'defer_loading' && typeof value === 'boolean') tool.deferred = value
    else if (key === 'cache_control') rest = decodeCache(tool, value, rest)
    else if (family === 'web-search') rest = decodeSearchOption(config, key, value, rest)
    else config = keep(config, key, value)
  }
  if (typeof wire.name !== 'string') hint.unnamed = true
  tool.config = config
  const extensions = extensionOf(rest, hint)
  if (extensions) tool.extensions = extensions
  return tool
}

const searchOptions: Readonly<Record<string, string>> = {
  max_uses: 'maxUses',
  allowed_domains: 'allowedDomains',
  blocked_domains: 'blockedDomains',
  user_location: 'userLocation',
}
const placeKeys = new Set(['city', 'region', 'country', 'timezone'])

/** Decodes an option of web search into its canonical spelling, so that it can cross. */
function decodeSearchOption(config: JsonDraft, key: string, value: Json, rest: JsonDraft | undefined): JsonDraft | undefined {
  const option = Object.hasOwn(searchOptions, key) ? searchOptions[key] : undefined
  if (option === undefined || value === null) return keep(rest, key, value)
  if (key !== 'user_location') {
    config[option] = value
    return rest
  }
  if (!isJsonObject(value) || value.type !== 'approximate') return keep(rest, key, value)
  const place: JsonDraft = {}
  let extra: JsonDraft | undefined
  for (const inner in value) {
    const item = value[inner]
    if (inner === 'type' || item === undefined) continue
    if (placeKeys.has(inner) && typeof item === 'string') place[inner] = item
    else extra = keep(extra, inner, item)
  }
  config[option] = place
  return extra === undefined ? rest : keep(rest, key, extra)
}

/** Encodes a tool; `undefined` without a counterpart here, which lowering has reported. */
export function encodeTool(tool: Tool): JsonObject | undefined {
  if (tool.type === 'builtin') return encodeBuiltin(tool)
  const wire: JsonDraft = hintOf(tool).type === 'custom' ? { type: 'custom', name: tool.name } : { name: tool.name }
  if (tool.description !== undefined) wire.description = tool.description
  if (tool.type === 'function') {
    if (tool.schema !== undefined) wire.input_schema = tool.schema
    if (tool.strict !== undefined) wire.strict = tool.strict
    if (tool.examples !== undefined) wire.input_examples = tool.examples
  }
  if (tool.deferred !== undefined) wire.defer_loading = tool.deferred
  if (tool.cache !== undefined) wire.cache_control = encodeCache(tool.cache, restOf(tool))
  return addRest(wire, restOf(tool))
}

function encodeBuiltin(tool: BuiltinTool): JsonObject | undefined {
  const { type, unnamed, slot } = hintOf(tool)
  if (slot === 'mcp_servers') return addRest({ ...(type !== undefined && { type }), name: tool.name, ...tool.config }, restOf(tool))
  if (typeof type !== 'string') return undefined
  const wire: JsonDraft = unnamed === true ? { type } : { type, name: tool.name }
  if (tool.family === 'web-search') encodeSearchOptions(wire, tool)
  else addRest(wire, tool.config)
  if (tool.deferred !== undefined) wire.defer_loading = tool.deferred
  if (tool.cache !== undefined) wire.cache_control = encodeCache(tool.cache, restOf(tool))
  return addRest(wire, restOf(tool))
}

function encodeSearchOptions(wire: JsonDraft, tool: BuiltinTool): void {
  for (const key in searchOptions) {
    const option = searchOptions[key]
    const value = option === undefined ? undefined : tool.config[option]
    if (value === undefined) continue
    wire[key] = key === 'user_location' && isJsonObject(value) ? addRest({ type: 'approximate', ...value }, nestedRest(tool, key)) : value
  }
}

/** Decodes an entry of `mcp_servers`: a server is a tool that the provider runs. */
export function decodeMcpServer(wire: JsonObject, at: Pointer): BuiltinTool {
  const { type, name, ...config } = wire
  const hint: JsonDraft = type === undefined ? { slot: 'mcp_servers' } : { slot: 'mcp_servers', type }
  return {
    type: 'builtin',
    name: typeof name === 'string' ? name : '',
    family: 'mcp',
    runsOn: 'server',
    format: 'messages',
    config,
    at,
    extensions: { messages: { hint } },
  }
}

const modes = { auto: 'auto', any: 'required', tool: 'required', none: 'none' } as const

/** Decodes a choice; `undefined` if its kind is unknown. `rest`: keys that the model has no place for. */
export function decodeToolChoice(wire: Json): { readonly choice: ToolChoice; readonly rest?: JsonDraft } | undefined {
  if (!isJsonObject(wire) || typeof wire.type !== 'string' || !Object.hasOwn(modes, wire.type)) return undefined
  if (wire.type === 'tool' && typeof wire.name !== 'string') return undefined
  const choice: Draft<ToolChoice> = { mode: modes[wire.type as keyof typeof modes] } // hasOwn proves the key
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'name' && wire.type === 'tool' && typeof value === 'string') choice.only = [{ name: value }]
    else if (key === 'disable_parallel_tool_use' && typeof value === 'boolean') choice.parallel = !value
    else rest = keep(rest, key, value)
  }
  return rest === undefined ? { choice } : { choice, rest }
}

export function encodeToolChoice(choice: ToolChoice, rest: JsonObject): JsonObject {
  const only = choice.only?.[0]
  const wire: JsonDraft =
    choice.mode === 'required' && only && choice.only?.length === 1
      ? { type: 'tool', name: only.name }
      : { type: choice.mode === 'required' ? 'any' : choice.mode }
  if (choice.parallel !== undefined) wire.disable_parallel_tool_use = !choice.parallel
  return addRest(wire, rest)
}
