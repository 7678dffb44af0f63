import { isJsonObject, WireError } from '@interlingua/core'
import { isBase64 } from '@interlingua/core/adapter'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { check } from './check.ts'
import { snakeName } from './spelling.ts'
import { functionSchema } from './wire/request-schemas.ts'

/** Value of a name in either spelling, with its place. */
interface Found {
  readonly value: Json
  readonly at: Pointer
}

export function findMember(wire: JsonObject, name: string, at: Pointer, spelled?: string): Found | undefined {
  const value = wire[name]
  if (value !== undefined && value !== null) return { value, at: `${at}/${name}` }
  const snake = spelled ?? snakeName(name)
  const other = snake === name ? undefined : wire[snake]
  return other === undefined || other === null ? undefined : { value: other, at: `${at}/${snake}` }
}

/** Checks the nested lists of a request; unknown roles, parts and tools are legal. `at`: place of the request in the body. */
export function checkContents(body: JsonObject, at: Pointer): void {
  const { contents } = body
  if (Array.isArray(contents)) {
    if (contents.length === 0) throw new WireError('contents', `${at}/contents`, 'must not be empty')
    for (let i = 0; i < contents.length; i++) if (!isPlain(contents[i])) checkContent(contents[i], `${at}/contents/${i}`)
  } else if (isJsonObject(contents)) checkContent(contents, `${at}/contents`)
  const system = findMember(body, 'systemInstruction', at)
  if (system && typeof system.value !== 'string' && !isPlain(system.value)) checkContent(system.value, system.at)
  if (Array.isArray(body.tools)) body.tools.forEach((tool: Json, index) => checkTool(tool, `${at}/tools/${index}`))
  checkExclusive(body, at)
}

/** True for a content of one text, as most are, which cannot be wrong. */
function isPlain(content: Json | undefined): boolean {
  if (!isJsonObject(content)) return false
  const { role, parts } = content
  if ((role !== undefined && typeof role !== 'string') || !Array.isArray(parts) || parts.length !== 1) return false
  const part: Json | undefined = parts[0]
  if (!isJsonObject(part) || typeof part.text !== 'string') return false
  for (const key in part) if (key !== 'text') return false
  return true
}

function checkContent(content: Json | undefined, at: Pointer): void {
  if (!isJsonObject(content)) throw new WireError('contents', at, 'must be an object')
  const { role, parts } = content
  if (role !== undefined && role !== null && typeof role !== 'string') throw new WireError('contents', `${at}/role`, 'must be a string')
  if (parts !== undefined && parts !== null) checkParts(parts, `${at}/parts`)
}

/** Checks a list of parts; proto3 JSON takes one object for a list of one. */
function checkParts(parts: Json, at: Pointer): void {
  if (isJsonObject(parts)) {
    checkPart(parts, at)
    return
  }
  if (!Array.isArray(parts)) throw new WireError('contents', at, 'must be an array')
  for (let i = 0; i < parts.length; i++) checkPart(parts[i], `${at}/${i}`)
}

/** Kind of a member's field; `needed` must be present. */
type Kind = 'text' | 'needed' | 'bytes' | 'object' | 'parts'
type Shape = readonly (readonly [name: string, kind: Kind, snake: string])[]

const shapes: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  inlineData: { mimeType: 'needed', data: 'bytes', displayName: 'text' },
  fileData: { fileUri: 'needed', mimeType: 'text' },
  functionCall: { name: 'needed', id: 'text', args: 'object' },
  functionResponse: { name: 'needed', id: 'text', response: 'object', parts: 'parts' },
  executableCode: { id: 'text', language: 'text', code: 'text' },
  codeExecutionResult: { id: 'text', outcome: 'text', output: 'text' },
  toolCall: { id: 'text', toolType: 'text', args: 'object' },
  toolResponse: { id: 'text', toolType: 'text', response: 'object' },
}
/** Members that must be objects, in both spellings. */
const members: ReadonlyMap<string, Shape> = new Map(
  Object.entries(shapes).flatMap(([name, shape]) => {
    const fields = Object.entries(shape).map(([field, kind]) => [field, kind, snakeName(field)] as const)
    return [[name, fields] as const, [snakeName(name), fields] as const]
  }),
)

function checkPart(part: Json | undefined, at: Pointer): void {
  if (!isJsonObject(part)) throw new WireError('contents', at, 'must be an object')
  for (const key in part) {
    const value = part[key]
    if (key === 'text' || key === 'thoughtSignature' || key === 'thought_signature') {
      if (typeof value === 'string' || value === null) continue
      throw new WireError('contents', `${at}/${key}`, 'must be a string')
    }
    const shape = members.get(key)
    if (shape !== undefined && value !== undefined && value !== null) checkMember(value, shape, `${at}/${key}`)
  }
}

function checkMember(value: Json, shape: Shape, at: Pointer): void {
  if (!isJsonObject(value)) throw new WireError('contents', at, 'must be an object')
  for (let i = 0; i < shape.length; i++) {
    const [name, kind, snake] = shape[i] ?? nothing
    const given = value[name]
    const needed = kind === 'needed' || kind === 'bytes'
    if (given === undefined ? !needed && snake === name : typeof given === 'string' && (kind === 'text' || kind === 'needed')) continue
    const field = findMember(value, name, at, snake)
    if (field === undefined) {
      if (needed) throw new WireError('contents', `${at}/${name}`, 'Field required')
    } else checkField(field, kind)
  }
}

const nothing: Shape[number] = ['', 'text', '']

function checkField({ value, at }: Found, kind: Kind): void {
  if (kind === 'parts') checkParts(value, at)
  else if (kind === 'object') {
    if (!isJsonObject(value)) throw new WireError('contents', at, 'must be an object')
  } else if (typeof value !== 'string') throw new WireError('contents', at, 'must be a string')
  else if (kind === 'bytes' && value !== '' && !isBase64(value)) throw new WireError('contents', at, 'must be base64')
}

function checkTool(tool: Json, at: Pointer): void {
  if (!isJsonObject(tool)) throw new WireError('contents', at, 'must be an object')
  checkSearch(findMember(tool, 'googleSearch', at))
  checkSearch(findMember(tool, 'googleSearchRetrieval', at))
  const servers = findMember(tool, 'mcpServers', at)
  if (servers) checkServers(servers)
  const declared = findMember(tool, 'functionDeclarations', at)
  if (declared === undefined) return
  if (!Array.isArray(declared.value)) throw new WireError('contents', declared.at, 'must be an array')
  declared.value.forEach((item: Json, index) => {
    const place: Pointer = `${declared.at}/${index}`
    if (!isJsonObject(item) || !isFunction(item)) check(functionSchema, item, place)
    if (isJsonObject(item)) exclude(item, 'parameters', 'parametersJsonSchema', place)
    if (isJsonObject(item)) exclude(item, 'response', 'responseJsonSchema', place)
  })
}

/** True for a declaration of the usual form, which its schema would surely accept. */
function isFunction({ name, description, parameters }: JsonObject): boolean {
  if (typeof name !== 'string' || (description !== undefined && typeof description !== 'string')) return false
  return parameters === undefined || isJsonObject(parameters)
}

/** Checks a search and the threshold of its dynamic retrieval, in both spellings. */
function checkSearch(search: Found | undefined): void {
  if (search === undefined) return
  if (!isJsonObject(search.value)) throw new WireError('contents', search.at, 'must be an object')
  const config = findMember(search.value, 'dynamicRetrievalConfig', search.at)
  if (config === undefined) return
  if (!isJsonObject(config.value)) throw new WireError('contents', config.at, 'must be an object')
  const mode = findMember(config.value, 'mode', config.at)
  if (mode && typeof mode.value !== 'string') throw new WireError('contents', mode.at, 'must be a string')
  const threshold = findMember(config.value, 'dynamicThreshold', config.at)
  if (threshold && typeof threshold.value !== 'number') throw new WireError('contents', threshold.at, 'must be a number')
}

function checkServers({ value, at }: Found): void {
  if (!Array.isArray(value)) throw new WireError('contents', at, 'must be an array')
  value.forEach((server: Json, index) => {
    if (!isJsonObject(server)) throw new WireError('contents', `${at}/${index}`, 'must be an object')
    const { name } = server
    if (name !== undefined && typeof name !== 'string') throw new WireError('contents', `${at}/${index}/name`, 'must be a string')
  })
}

/** Checks pairs of which the server takes one, else answers 400. */
function checkExclusive(body: JsonObject, at: Pointer): void {
  const config = findMember(body, 'generationConfig', at)
  if (config === undefined || !isJsonObject(config.value)) return
  exclude(config.value, 'responseSchema', 'responseJsonSchema', config.at)
  const thinking = findMember(config.value, 'thinkingConfig', config.at)
  if (thinking && isJsonObject(thinking.value)) exclude(thinking.value, 'thinkingBudget', 'thinkingLevel', thinking.at)
}

function exclude(wire: JsonObject, one: string, other: string, at: Pointer): void {
  const found = findMember(wire, other, at)
  if (found && findMember(wire, one, at)) throw new WireError('contents', found.at, `${one} and ${other} exclude each other`)
}
