import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, CustomTool, FunctionTool, Json, JsonObject, Pointer, Tool } from '@interlingua/core'
import { readBuiltinType, runnerOf } from './builtin-tools.ts'
import { addRest, extensionOf, format, hintOf, keep, restOf } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeSearchOption, encodeSearchOptions } from './web-search.ts'

export function decodeTool(wire: JsonObject, at: Pointer): Draft<Tool> {
  if (wire.type === 'function' && typeof wire.name === 'string') return decodeFlat(wire, at)
  if (wire.type === 'function' && isJsonObject(wire.function)) return decodeNested(wire, wire.function, at)
  if (wire.type === 'custom' && typeof wire.name === 'string') return decodeCustom(wire, at)
  return decodeBuiltin(wire, at)
}

const functionFields = {
  name: '/name',
  schema: '/parameters',
  deferred: '/defer_loading',
  resultSchema: '/output_schema',
} as const
const nestedFields = {
  name: '/function/name',
  description: '/function/description',
  schema: '/function/parameters',
  strict: '/function/strict',
  deferred: '/function/defer_loading',
  resultSchema: '/function/output_schema',
} as const
const customFields = { name: '/name', grammar: '/format', deferred: '/defer_loading' } as const

function readFunction(wire: JsonObject, tool: Draft<FunctionTool>, nested: boolean): JsonDraft | undefined {
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || (key === 'type' && !nested)) continue
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'description' && typeof value === 'string') tool.description = value
    else if (key === 'parameters' && isJsonObject(value)) tool.schema = value
    else if (key === 'strict' && typeof value === 'boolean') tool.strict = value
    else if (key === 'defer_loading' && typeof value === 'boolean') tool.deferred = value
    else if (key === 'output_schema' && isJsonObject(value)) tool.resultSchema = value
    else rest = keep(rest, key, value)
  }
  return rest
}

function decodeFlat(wire: JsonObject, at: Pointer): FunctionTool {
  const tool: Draft<FunctionTool> = { type: 'function', name: '', at, fields: functionFields }
  const rest = readFunction(wire, tool, false)
  const extensions = extensionOf(rest, wire.parameters === undefined ? noParameters : undefined)
  if (extensions) tool.extensions = extensions
  return tool
}

const noParameters: JsonObject = { parameters: 'absent' }

/** Decodes `{type: function, function: {…}}`, the nesting of Chat Completions, which clients use here too. */
function decodeNested(wire: JsonObject, inner: JsonObject, at: Pointer): FunctionTool {
  const tool: Draft<FunctionTool> = { type: 'function', name: '', at, fields: nestedFields }
  const left = readFunction(inner, tool, true)
  let rest: JsonDraft | undefined = left === undefined ? undefined : { function: left }
  for (const key in wire) {
    const value = wire[key]
    if (key !== 'type' && key !== 'function' && value !== undefined) rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, inner.parameters === undefined ? { nested: true, parameters: 'absent' } : { nested: true })
  if (extensions) tool.extensions = extensions
  return tool
}

function decodeCustom(wire: JsonObject, at: Pointer): CustomTool {
  const tool: Draft<CustomTool> = { type: 'custom', name: '', at, fields: customFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type') continue
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'description' && typeof value === 'string') tool.description = value
    else if (key === 'defer_loading' && typeof value === 'boolean') tool.deferred = value
    else if (key === 'format' && readGrammar(value, tool)) continue
    else if (key === 'format' && isPlainText(value)) hint = { format: 'text' }
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) tool.extensions = extensions
  return tool
}

function isPlainText(value: Json): boolean {
  return isJsonObject(value) && value.type === 'text' && Object.keys(value).length === 1
}

function readGrammar(value: Json, tool: Draft<CustomTool>): boolean {
  if (!isJsonObject(value) || value.type !== 'grammar' || Object.keys(value).length !== 3) return false
  const { syntax, definition } = value
  if ((syntax !== 'lark' && syntax !== 'regex') || typeof definition !== 'string') return false
  tool.grammar = { syntax, definition }
  return true
}

const builtinFields = {
  deferred: '/defer_loading',
  version: '/type',
  family: '/type',
  config: '',
  'config.contextSize': '/search_context_size',
  'config.allowedDomains': '/filters/allowed_domains',
  'config.userLocation': '/user_location',
} as const

function decodeBuiltin(wire: JsonObject, at: Pointer): BuiltinTool {
  const type = typeof wire.type === 'string' ? wire.type : 'unknown'
  const { family, name, version } = readBuiltinType(type)
  const tool: Draft<BuiltinTool> = {
    type: 'builtin',
    name: family === 'mcp' && typeof wire.server_label === 'string' ? wire.server_label : name,
    family,
    runsOn: runnerOf(family, wire),
    format,
    config: {},
    at,
    fields: builtinFields,
  }
  if (version !== undefined) tool.version = version
  const hint: JsonDraft = { type }
  let config: JsonDraft = {}
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type') continue
    if (key === 'defer_loading' && typeof value === 'boolean') tool.deferred = value
    else if (family === 'web-search') rest = decodeSearchOption(config, hint, key, value, rest)
    // A container of the provider's choice is the default of every hosted tool.
    else if (family === 'code-execution' && key === 'container' && isAutomatic(value)) continue
    else config = keep(config, key, value)
  }
  tool.config = config
  if (family === 'code-execution' && wire.container === undefined) hint.container = 'absent'
  const extensions = extensionOf(rest, hint)
  if (extensions) tool.extensions = extensions
  return tool
}

export function encodeTool(tool: Tool): JsonObject {
  if (tool.type === 'builtin') return encodeBuiltin(tool)
  const hint = hintOf(tool)
  const wire: JsonDraft = { type: tool.type }
  const inner: JsonDraft = hint.nested === true ? {} : wire
  inner.name = tool.name
  if (tool.description !== undefined) inner.description = tool.description
  if (tool.deferred !== undefined) inner.defer_loading = tool.deferred
  if (tool.type === 'function') {
    if (tool.schema !== undefined) inner.parameters = tool.schema
    // The SDK's type requires parameters, so their absence is null.
    else if (hint.parameters !== 'absent' && !restHas(tool, 'parameters')) inner.parameters = null
    if (tool.strict !== undefined) inner.strict = tool.strict
    if (tool.resultSchema !== undefined) inner.output_schema = tool.resultSchema
  } else if (tool.grammar) {
    inner.format = { type: 'grammar', syntax: tool.grammar.syntax, definition: tool.grammar.definition }
  } else if (hint.format === 'text') inner.format = { type: 'text' }
  if (inner !== wire) wire.function = inner
  return addRest(wire, restOf(tool))
}

function restHas(tool: Tool, key: string): boolean {
  const rest = restOf(tool)
  return rest[key] !== undefined || (isJsonObject(rest.function) && rest.function[key] !== undefined)
}

function encodeBuiltin(tool: BuiltinTool): JsonObject {
  const hint = hintOf(tool)
  const wire: JsonDraft = { type: typeof hint.type === 'string' ? hint.type : tool.name }
  if (hint.type === 'unknown') delete wire.type
  if (tool.deferred !== undefined) wire.defer_loading = tool.deferred
  if (tool.family === 'web-search') encodeSearchOptions(wire, tool, hint)
  else addRest(wire, tool.config)
  // The types require a container.
  if (tool.family === 'code-execution' && hint.container !== 'absent') wire.container ??= { type: 'auto' }
  return addRest(wire, restOf(tool))
}

function isAutomatic(value: Json): boolean {
  return isJsonObject(value) && value.type === 'auto' && Object.keys(value).length === 1
}
