import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, FieldPointers, FunctionTool, Json, JsonObject, Pointer, Tool } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { encodeSchema, readSchema } from './schema-spelling.ts'
import { encodeSpelling, readSpelling, snakeName } from './spelling.ts'

interface Family {
  readonly family: string
  /** Name of a family that crosses, in all formats. Absent: the family does not cross. */
  readonly name?: string
  readonly runsOn: 'client' | 'server'
  readonly version?: string
}

/** Built-in tools by their members of a tool object. Any other member is one, too, with its name in kebab-case. */
const builtins: Readonly<Record<string, Family>> = {
  googleSearch: { family: 'web-search', name: 'web_search', runsOn: 'server' },
  googleSearchRetrieval: { family: 'web-search', name: 'web_search', runsOn: 'server', version: 'retrieval' },
  urlContext: { family: 'web-fetch', name: 'web_fetch', runsOn: 'server' },
  codeExecution: { family: 'code-execution', name: 'code_execution', runsOn: 'server' },
  fileSearch: { family: 'file-search', runsOn: 'server' },
  googleMaps: { family: 'maps', runsOn: 'server' },
  computerUse: { family: 'computer', runsOn: 'client' },
}

export interface DecodedTools {
  readonly tools: readonly Tool[]
  /** Members of the tool objects that are no tools (empty objects, nulls), by the index of the object. Absent: none. */
  readonly bare?: JsonObject
}

const leaveDeclarations = new Set(['functionDeclarations'])

/** Decodes the tool objects of a request: one may hold several tools, which the hint `group` keeps together. */
export function decodeTools(wires: readonly Json[], at: Pointer): DecodedTools {
  const tools: Tool[] = []
  let bare: JsonDraft | undefined
  wires.forEach((item, group) => {
    if (!isJsonObject(item)) {
      bare = keep(bare, `${group}`, item)
      return
    }
    const { wire, snake } = readSpelling(item, leaveDeclarations)
    const place: Pointer = `${at}/${group}`
    let left: JsonDraft | undefined = Object.keys(wire).length === 0 ? {} : undefined
    for (const key in wire) {
      const value = wire[key]
      if (value === undefined) continue
      const spelled = snake?.includes(`/${key}`) === true ? snakeName(key) : key
      const own: Pointer = `${place}/${spelled}`
      const hint: JsonDraft = { group }
      const old = snake?.filter((name) => name === `/${key}` || name.startsWith(`/${key}/`))
      if (old && old.length > 0) hint.snake = old
      const inner = old?.filter((name) => name !== `/${key}`).map((name) => name.slice(key.length + 1))
      if (key === 'functionDeclarations' && Array.isArray(value) && value.length > 0) {
        value.forEach((declared: Json, index) => tools.push(decodeFunction(declared, `${own}/${index}`, hint)))
      } else if (key === 'mcpServers' && Array.isArray(value) && value.length > 0) {
        value.forEach((server: Json, index) => tools.push(decodeMcpServer(server, `${own}/${index}`, hint)))
      } else if (isJsonObject(value)) tools.push(decodeBuiltin(key, value, own, inner?.length ? { ...hint, own: inner } : hint))
      else left = keep(left, spelled, value)
    }
    if (left) bare = keep(bare, `${group}`, left)
  })
  return bare === undefined ? { tools } : { tools, bare }
}

const schemaPlaces = ['parameters', 'parametersJsonSchema', 'parameters_json_schema'] as const
const resultPlaces = ['response', 'responseJsonSchema', 'response_json_schema'] as const

/** Places of both schemas for each of their spellings, as constants that tools share. */
const functionFields: ReadonlyMap<string, FieldPointers> = new Map(
  schemaPlaces.flatMap((schema) =>
    resultPlaces.map((result) => [`${schema} ${result}`, { schema: `/${schema}`, resultSchema: `/${result}` } as const] as const),
  ),
)
const plainFields: FieldPointers = functionFields.get('parametersJsonSchema responseJsonSchema') ?? {}

function fieldsOf(hint: JsonObject, snake: readonly string[] | undefined): FieldPointers {
  const place = (name: Json | undefined, usual: string): string =>
    typeof name !== 'string' ? usual : snake?.includes(`/${name}`) === true ? snakeName(name) : name
  return (
    functionFields.get(`${place(hint.schema, 'parametersJsonSchema')} ${place(hint.resultSchema, 'responseJsonSchema')}`) ?? plainFields
  )
}

/** Decodes `functionDeclarations[]`. https://ai.google.dev/api/caching#FunctionDeclaration */
function decodeFunction(item: Json, at: Pointer, group: JsonDraft): FunctionTool {
  const { wire, snake } = readSpelling(isJsonObject(item) ? item : {})
  const tool: Draft<FunctionTool> = { type: 'function', name: '', at, fields: plainFields }
  const hint: JsonDraft = snake === undefined ? { ...group } : { ...group, own: snake }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined) continue
    if (key === 'name' && typeof value === 'string') tool.name = value
    else if (key === 'description' && typeof value === 'string') tool.description = value
    else if ((key === 'parameters' || key === 'parametersJsonSchema') && tool.schema === undefined && isJsonObject(value)) {
      const { schema, spelled } = readSchema(value, key === 'parameters')
      tool.schema = schema
      hint.schema = key
      if (spelled !== undefined) hint.schemaTypes = spelled
    } else if ((key === 'response' || key === 'responseJsonSchema') && tool.resultSchema === undefined && isJsonObject(value)) {
      const { schema, spelled } = readSchema(value, key === 'response')
      tool.resultSchema = schema
      hint.resultSchema = key
      if (spelled !== undefined) hint.resultTypes = spelled
    } else rest = keep(rest, key, value)
  }
  if (snake !== undefined || hint.schema !== 'parametersJsonSchema' || hint.resultSchema !== undefined) tool.fields = fieldsOf(hint, snake)
  const extensions = extensionOf(rest, hint)
  if (extensions) tool.extensions = extensions
  return tool
}

const builtinFields: FieldPointers = { config: '', 'config.blockedDomains': '/excludeDomains', family: '', version: '' }
const snakeBuiltinFields: FieldPointers = { ...builtinFields, 'config.blockedDomains': '/exclude_domains' }

function decodeBuiltin(key: string, value: JsonObject, at: Pointer, hint: JsonDraft): BuiltinTool {
  const known = Object.hasOwn(builtins, key) ? builtins[key] : undefined
  const family = known?.family ?? snakeName(key).replaceAll('_', '-')
  const tool: Draft<BuiltinTool> = {
    type: 'builtin',
    name: known?.name ?? key,
    family,
    runsOn: known?.runsOn ?? 'server',
    format: 'contents',
    config: value,
    at,
    fields: Array.isArray(hint.own) && hint.own.includes('/excludeDomains') ? snakeBuiltinFields : builtinFields,
  }
  if (known?.version !== undefined) tool.version = known.version
  let rest: JsonDraft | undefined
  if (family === 'web-search') {
    // Web search has one canonical spelling of its options, so that they can cross.
    const config: JsonDraft = {}
    for (const option in value) {
      const item = value[option]
      if (item === undefined) continue
      if (option === 'excludeDomains' && Array.isArray(item)) config.blockedDomains = item
      else rest = keep(rest, option, item)
    }
    tool.config = config
  }
  const extensions = extensionOf(rest, { ...hint, key })
  if (extensions) tool.extensions = extensions
  return tool
}

function decodeMcpServer(item: Json, at: Pointer, hint: JsonDraft): BuiltinTool {
  const { name, ...config } = isJsonObject(item) ? item : {}
  const own: JsonDraft = { ...hint, key: 'mcpServers' }
  if (name === undefined) own.unnamed = true
  return {
    type: 'builtin',
    name: typeof name === 'string' ? name : '',
    family: 'mcp',
    runsOn: 'server',
    format: 'contents',
    config,
    at,
    extensions: { contents: { hint: own } },
  }
}

/** Encodes tool objects. Tools without a group stand together: functions in one object, each built-in in one of its own. */
export function encodeTools(tools: readonly Tool[], bare: Json | undefined): readonly JsonObject[] {
  const groups = new Map<string, JsonDraft>()
  const snakes = new Map<string, Json[]>()
  const order: string[] = []
  const groupOf = (name: string): JsonDraft => {
    let group = groups.get(name)
    if (group === undefined) {
      groups.set(name, (group = {}))
      order.push(name)
    }
    return group
  }
  for (const tool of tools) {
    const hint = hintOf(tool)
    const name = typeof hint.group === 'number' ? `${hint.group}` : tool.type === 'builtin' ? `${tool.family}/${tool.name}` : 'functions'
    const wire = encodeTool(tool)
    if (wire === undefined) continue
    const group = groupOf(name)
    const key = tool.type === 'builtin' ? keyOf(tool) : 'functionDeclarations'
    if (key === 'functionDeclarations' || key === 'mcpServers') {
      const listed = group[key] as Json[] | undefined // only lists of our own making are put there
      if (listed) listed.push(wire)
      else group[key] = [wire]
    } else group[key] = wire
    if (Array.isArray(hint.snake)) snakes.set(name, [...(snakes.get(name) ?? []), ...hint.snake])
  }
  const spelled = (name: string): JsonObject => encodeSpelling(groups.get(name) ?? {}, snakes.get(name))
  if (!isJsonObject(bare)) return order.map(spelled)
  for (const name in bare) if (!order.includes(name)) order.push(name)
  // Groups of one request are numbers, in their order.
  order.sort((one, other) => Number(one) - Number(other))
  return order.map((name) => {
    const left = bare[name]
    return isJsonObject(left) ? addRest({ ...spelled(name) }, left) : spelled(name)
  })
}

/** Member of a tool object for a built-in tool; `''` for another format's, which lowering has dropped with a notice. */
export function keyOf(tool: BuiltinTool): string {
  const { key } = hintOf(tool)
  return typeof key === 'string' ? key : ''
}

function encodeTool(tool: Tool): JsonObject | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool)
    case 'custom':
      return undefined
    case 'builtin':
      return encodeBuiltin(tool)
  }
}

function encodeFunction(tool: FunctionTool): JsonObject {
  const hint = hintOf(tool)
  const wire: JsonDraft = { name: tool.name }
  if (tool.description !== undefined) wire.description = tool.description
  if (tool.schema !== undefined)
    wire[hint.schema === 'parameters' ? 'parameters' : 'parametersJsonSchema'] = encodeSchema(tool.schema, hint.schemaTypes)
  if (tool.resultSchema !== undefined)
    wire[hint.resultSchema === 'response' ? 'response' : 'responseJsonSchema'] = encodeSchema(tool.resultSchema, hint.resultTypes)
  return encodeSpelling(addRest(wire, restOf(tool)), hint.own)
}

function encodeBuiltin(tool: BuiltinTool): JsonObject | undefined {
  const { key, unnamed } = hintOf(tool)
  if (typeof key !== 'string') return undefined
  if (key === 'mcpServers') return unnamed === true ? tool.config : { name: tool.name, ...tool.config }
  if (tool.family !== 'web-search') return addRest({ ...tool.config }, restOf(tool))
  const wire: JsonDraft = {}
  if (tool.config.blockedDomains !== undefined) wire.excludeDomains = tool.config.blockedDomains
  return addRest(wire, restOf(tool))
}
