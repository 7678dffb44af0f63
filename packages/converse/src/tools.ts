import { isJsonObject, pointer } from '@interlingua/core'
import type { BuiltinTool, FunctionTool, Json, JsonObject, Pointer, Tool, ToolChoice } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { decodeCachePoint, encodeCachePoint } from './blocks.ts'
import { families } from './hosted.ts'
import { blockLeft } from './media.ts'
import { format, keep, nothing, restore } from './wire.ts'

const specMembers = ['name', 'description', 'inputSchema/json', 'strict'] as const
const specFields = {
  name: '/toolSpec/name',
  description: '/toolSpec/description',
  schema: '/toolSpec/inputSchema/json',
  strict: '/toolSpec/strict',
} as const

/** Declarations. A cache point is the mark of the tool before it. */
export function decodeTools(entries: readonly JsonObject[], at: Pointer): readonly Tool[] {
  const tools: Tool[] = []
  for (const [index, entry] of entries.entries()) {
    const last = tools.at(-1)
    const cache = last && last.cache === undefined ? decodeCachePoint(entry) : undefined
    if (last && cache) tools[tools.length - 1] = { ...last, cache, fields: { ...last.fields, cache: `/../${index}/cachePoint` } }
    else tools.push(decodeTool(entry, pointer(at, index), index))
  }
  return tools
}

function decodeTool(entry: JsonObject, at: Pointer, index: number): Tool {
  const { toolSpec, systemTool } = entry
  const { name, description, inputSchema, strict } = isJsonObject(toolSpec) ? toolSpec : {}
  const schema = isJsonObject(inputSchema) ? inputSchema['json'] : undefined
  if (typeof name === 'string' && isJsonObject(schema)) {
    const tool: FunctionTool = {
      type: 'function',
      name,
      ...(typeof description === 'string' && { description }),
      schema,
      ...(typeof strict === 'boolean' && { strict }),
      at,
      fields: specFields,
    }
    return keep(tool, blockLeft(entry, 'toolSpec', specMembers), nothing)
  }
  const system = isJsonObject(systemTool) ? systemTool['name'] : undefined
  if (typeof system === 'string') {
    const family = Object.hasOwn(families, system) ? (families[system] ?? system) : system
    const tool: BuiltinTool = { type: 'builtin', name: system, family, runsOn: 'server', format, config: {}, at, fields: systemFields }
    return keep(tool, blockLeft(entry, 'systemTool', ['name']), nothing)
  }
  // An unknown entry keeps its words.
  const [family = 'unknown'] = Object.keys(entry)
  return { type: 'builtin', name: `${family}_${index}`, family, runsOn: 'server', format, config: entry, at }
}

const systemFields = { name: '/systemTool/name', family: '/systemTool/name' } as const

export function encodeTools(tools: readonly Tool[]): readonly JsonObject[] {
  const entries: JsonObject[] = []
  for (const tool of tools) {
    entries.push(encodeTool(tool))
    if (tool.cache !== undefined) entries.push(encodeCachePoint(tool.cache))
  }
  return entries
}

function encodeTool(tool: Tool): JsonObject {
  if (tool.type === 'builtin') return hasKeys(tool.config) ? tool.config : restore<JsonObject>({ systemTool: { name: tool.name } }, tool)
  const { name, description } = tool
  const schema = tool.type === 'function' ? tool.schema : undefined
  const strict = tool.type === 'function' ? tool.strict : undefined
  const spec: Record<string, Json> = { name }
  if (description !== undefined) spec['description'] = description
  spec['inputSchema'] = { json: schema ?? { type: 'object' } }
  if (strict !== undefined) spec['strict'] = strict
  return restore<JsonObject>({ toolSpec: spec }, tool)
}

/** `undefined`: a choice that is not known. */
export function decodeChoice(choice: Json | undefined): ToolChoice | undefined {
  if (!isJsonObject(choice)) return undefined
  const [key, ...others] = Object.keys(choice)
  const inner = key === undefined || others.length > 0 ? undefined : choice[key]
  if (!isJsonObject(inner)) return undefined
  if (key === 'tool') {
    const { name, ...more } = inner
    return typeof name === 'string' && !hasKeys(more) ? { mode: 'required', only: [{ name }] } : undefined
  }
  if (hasKeys(inner)) return undefined
  return key === 'any' ? { mode: 'required' } : key === 'auto' ? { mode: 'auto' } : undefined
}

export function encodeChoice({ mode, only }: ToolChoice): JsonObject {
  const [tool] = only ?? []
  return tool && mode === 'required' ? { tool: { name: tool.name } } : mode === 'required' ? { any: {} } : { auto: {} }
}
