import type { BuiltinTool, CustomTool, FunctionTool, Json, JsonObject, Pointer, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { decodeCacheMark, encodeCacheMark, readMessageMark } from './cache-mark.ts'
import { format, hintOf, keep, keepUnknown, nest, newExtension, note, encodeExtension, withExtension } from './extension.ts'
import type { ExtensionDraft, Draft, WireDraft } from './extension.ts'

const wrapperKeys: ReadonlySet<string> = new Set(['type', 'function', 'custom', 'cache_control', 'prompt_cache_breakpoint'])

/** Decodes an entry of `tools`. An entry that is neither a function nor a custom tool is a builtin of its vendor. */
export function decodeTool(wire: JsonObject, at: Pointer): Tool {
  const type = wire['type']
  const extension = newExtension()
  // Mistral takes a function without its type.
  if ((type === 'function' || type === undefined) && isJsonObject(wire['function']) && typeof wire['function']['name'] === 'string') {
    const inner = newExtension()
    const spelled = wire['cache_control'] === undefined ? readMessageMark(wire['function']) : undefined
    const tool = readFunction(spelled ? withoutMark(wire['function']) : wire['function'], at, inner)
    nest(extension, 'function', inner)
    // LiteLLM reads the mark here, too.
    if (spelled) {
      tool.cache = spelled
      tool.fields = { ...functionFields, cache: '/function/cache_control' }
      note(extension, 'cache', 'cache_control')
      note(extension, 'marked', 'function')
    }
    if (type === undefined) note(extension, 'type', 'absent')
    return finishTool(wire, tool, extension)
  }
  if (type === 'custom' && isJsonObject(wire['custom']) && typeof wire['custom']['name'] === 'string') {
    const inner = newExtension()
    const tool = readCustom(wire['custom'], at, inner)
    nest(extension, 'custom', inner)
    return finishTool(wire, tool, extension)
  }
  const { type: _, ...config } = wire
  const tool: Draft<BuiltinTool> = { type: 'builtin', at, name: 'unknown', family: 'unknown', runsOn: 'server', format, config: wire }
  if (typeof type !== 'string') {
    note(extension, 'type', 'absent')
    return withExtension<Tool>(tool, extension)
  }
  tool.name = tool.family = type
  tool.config = config
  return tool
}

function withoutMark({ cache_control: _, ...rest }: JsonObject): JsonObject {
  return rest
}

function finishTool(wire: JsonObject, tool: Draft<FunctionTool> | Draft<CustomTool>, extension: ExtensionDraft): Tool {
  decodeCacheMark(wire, tool, extension)
  keepUnknown(extension, wire, wrapperKeys)
  return withExtension<Tool>(tool, extension)
}

const functionFields = {
  name: '/function/name',
  description: '/function/description',
  schema: '/function/parameters',
  strict: '/function/strict',
  cache: '/cache_control',
} as const
const customFields = { name: '/custom/name', description: '/custom/description', grammar: '/custom/format' } as const

function readFunction(wire: JsonObject, at: Pointer, inner: ExtensionDraft): Draft<FunctionTool> {
  const tool: Draft<FunctionTool> = { type: 'function', at, fields: functionFields, name: '' }
  for (const key in wire) {
    const value = wire[key]
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'description' && typeof value === 'string') tool.description = value
    else if (key === 'parameters' && isJsonObject(value)) tool.schema = value
    else if (key === 'strict' && typeof value === 'boolean') tool.strict = value
    else keep(inner, key, value)
  }
  return tool
}

function readCustom(wire: JsonObject, at: Pointer, inner: ExtensionDraft): Draft<CustomTool> {
  const tool: Draft<CustomTool> = { type: 'custom', at, fields: customFields, name: '' }
  for (const key in wire) {
    const value = wire[key]
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'description' && typeof value === 'string') tool.description = value
    else if (key === 'format' && readGrammar(value, tool)) continue
    else if (key === 'format' && isJsonObject(value) && value['type'] === 'text' && Object.keys(value).length === 1)
      (inner.empty ??= {})[key] = value // the default
    else keep(inner, key, value)
  }
  return tool
}

function readGrammar(value: Json | undefined, tool: Draft<CustomTool>): boolean {
  if (!isJsonObject(value) || value['type'] !== 'grammar' || !isJsonObject(value['grammar'])) return false
  // A grammar with more members stays whole.
  if (Object.keys(value).length !== 2 || Object.keys(value['grammar']).length !== 2) return false
  const { syntax, definition } = value['grammar']
  if ((syntax !== 'lark' && syntax !== 'regex') || typeof definition !== 'string') return false
  tool.grammar = { syntax, definition }
  return true
}

/** Decodes an entry of the legacy `functions`. */
export function decodeLegacyFunction(wire: JsonObject, at: Pointer): Tool {
  const extension = newExtension()
  const tool = readFunction(wire, at, extension)
  tool.fields = { schema: '/parameters' }
  return withExtension(tool, extension)
}

export function encodeTool(tool: Tool): JsonObject {
  if (tool.type === 'builtin') return hintOf(tool)?.['type'] === 'absent' ? tool.config : { type: tool.family, ...tool.config }
  const wire: WireDraft = hintOf(tool)?.['type'] === 'absent' ? {} : { type: tool.type }
  const inner = tool.type === 'function' ? encodeFunction(tool) : encodeCustom(tool)
  wire[tool.type] = inner
  encodeCacheMark(hintOf(tool)?.['marked'] === 'function' ? inner : wire, tool.cache, hintOf(tool))
  encodeExtension(wire, tool)
  return wire
}

export function encodeLegacyFunction(tool: FunctionTool): JsonObject {
  const wire = encodeFunction(tool)
  encodeExtension(wire, tool)
  return wire
}

function encodeFunction(tool: FunctionTool): WireDraft {
  const wire: WireDraft = { name: tool.name }
  if (tool.description !== undefined) wire['description'] = tool.description
  if (tool.schema !== undefined) wire['parameters'] = tool.schema
  if (tool.strict !== undefined) wire['strict'] = tool.strict
  return wire
}

function encodeCustom(tool: CustomTool): WireDraft {
  const wire: WireDraft = { name: tool.name }
  if (tool.description !== undefined) wire['description'] = tool.description
  if (tool.grammar) wire['format'] = { type: 'grammar', grammar: { syntax: tool.grammar.syntax, definition: tool.grammar.definition } }
  return wire
}

/** Decodes `tool_choice`; `undefined` if the model cannot express it. */
export function decodeToolChoice(wire: Json, extension: ExtensionDraft): Draft<ToolChoice> | undefined {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { mode: wire }
  if (wire === 'any') {
    note(extension, 'toolChoice', 'any')
    return { mode: 'required' }
  }
  if (!isJsonObject(wire)) return undefined
  if (wire['type'] === 'allowed_tools') return readAllowed(wire, extension)
  const ref = readRef(wire)
  if (ref === undefined || Object.keys(wire).length !== 2) return undefined
  return { mode: 'required', only: [ref] }
}

function readRef(wire: JsonObject): ToolRef | undefined {
  const type = wire['type']
  if (type !== 'function' && type !== 'custom') return undefined
  const named = wire[type]
  if (!isJsonObject(named) || typeof named['name'] !== 'string' || Object.keys(named).length !== 1) return undefined
  return { name: named['name'], kind: type }
}

function readAllowed(wire: JsonObject, extension: ExtensionDraft): Draft<ToolChoice> | undefined {
  const allowed = wire['allowed_tools']
  if (!isJsonObject(allowed) || Object.keys(wire).length !== 2 || Object.keys(allowed).length !== 2) return undefined
  const { mode, tools } = allowed
  if ((mode !== 'auto' && mode !== 'required') || !Array.isArray(tools)) return undefined
  const only: ToolRef[] = []
  for (const tool of tools) {
    const ref = isJsonObject(tool) && Object.keys(tool).length === 2 ? readRef(tool) : undefined
    if (ref === undefined) return undefined
    only.push(ref)
  }
  note(extension, 'allowed', true)
  return { mode, only }
}

export function encodeToolChoice(choice: ToolChoice, hint: JsonObject | undefined): Json {
  if (choice.only === undefined) return choice.mode === 'required' && hint?.['toolChoice'] === 'any' ? 'any' : choice.mode
  const refs = choice.only.map(({ name, kind }) =>
    kind === 'custom' ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } },
  )
  const [forced] = refs
  if (choice.mode === 'required' && refs.length === 1 && forced && hint?.['allowed'] !== true) return forced
  return { type: 'allowed_tools', allowed_tools: { mode: choice.mode === 'required' ? 'required' : 'auto', tools: refs } }
}
