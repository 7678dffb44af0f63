import { isJsonObject, pointer } from '@interlingua/core'
import type { BuiltinTool, Json, JsonObject, Tool, ToolChoice } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { format, hintOf, keep, nothing, restore } from './wire.ts'

const functionKeys: ReadonlySet<string> = new Set(['type', 'name', 'description', 'parameters'])
const functionFields = { schema: '/parameters' } as const

/** Families of hosted tools by their types. */
const families: Readonly<Record<string, string>> = {
  google_search: 'web-search',
  url_context: 'web-fetch',
  code_execution: 'code-execution',
  file_search: 'file-search',
  google_maps: 'maps',
  retrieval: 'retrieval',
  computer_use: 'computer',
  mcp_server: 'mcp',
}

/** Types of the tools that cross to this format, by family. */
export const typesOfFamilies: Readonly<Record<string, string>> = {
  'web-search': 'google_search',
  'web-fetch': 'url_context',
  'code-execution': 'code_execution',
}

export function decodeTool(wire: JsonObject, index: number): Tool {
  const at = pointer('/tools', index)
  const { type, name, description, parameters } = wire
  if (type === 'function' && typeof name === 'string' && (parameters === undefined || isJsonObject(parameters))) {
    const said = {
      ...(typeof description === 'string' && { description }),
      ...(parameters !== undefined && { schema: parameters }),
    }
    return keep({ type: 'function', name, ...said, at, fields: functionFields }, wire, functionKeys)
  }
  const family = Object.hasOwn(families, String(type)) ? (families[String(type)] ?? '') : String(type).replaceAll('_', '-')
  const { type: _, ...own } = wire
  const tool: BuiltinTool = {
    type: 'builtin',
    name: String(type),
    family,
    runsOn: family === 'computer' ? 'client' : 'server',
    format,
    config: {},
    at,
  }
  return keep(tool, own, nothing, { type: String(type) })
}

export function encodeTool(tool: Tool): JsonObject {
  if (tool.type === 'builtin') return restore<JsonObject>({ type: hintOf(tool).type ?? tool.name }, tool)
  const { name, description } = tool
  const schema = tool.type === 'function' ? tool.schema : undefined
  const wire: Record<string, Json> = { type: 'function', name }
  if (description !== undefined) wire['description'] = description
  if (schema) wire['parameters'] = schema
  return restore<JsonObject>(wire, tool)
}

const modes: Readonly<Record<string, Pick<ToolChoice, 'mode' | 'checked'>>> = {
  auto: { mode: 'auto' },
  any: { mode: 'required' },
  none: { mode: 'none' },
  validated: { mode: 'auto', checked: true },
}

/** `undefined`: a choice that is not known. */
export function decodeChoice(choice: Json): ToolChoice | undefined {
  if (typeof choice === 'string') return Object.hasOwn(modes, choice) ? modes[choice] : undefined
  if (!isJsonObject(choice) || !isJsonObject(choice['allowed_tools'])) return undefined
  const { allowed_tools: allowed, ...others } = choice
  const { mode = 'auto', tools, ...more } = allowed as JsonObject // just seen
  const names = Array.isArray(tools) && tools.length > 0 && tools.every((name) => typeof name === 'string') ? tools : undefined
  const known = typeof mode === 'string' && Object.hasOwn(modes, mode) ? modes[mode] : undefined
  if (known === undefined || hasKeys(others) || hasKeys(more) || (tools !== undefined && names === undefined)) return undefined
  return names === undefined ? known : { ...known, only: names.map((name: string) => ({ name })) }
}

export function encodeChoice({ mode, only, checked }: ToolChoice): Json {
  const word = mode === 'required' ? 'any' : mode === 'none' ? 'none' : checked === true ? 'validated' : 'auto'
  if (only === undefined || only.length === 0 || mode === 'none') return word
  return { allowed_tools: { mode: word, tools: only.map(({ name }) => name) } }
}
