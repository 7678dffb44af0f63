import { isJsonObject, WireError } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { check } from './check.ts'
import { snakeName } from './spelling.ts'
import { functionSchema } from './wire/request-schemas.ts'

/** What of a wire object has this name in either spelling, and where it stands. */
interface Found {
  readonly value: Json
  readonly at: Pointer
}

export function findMember(wire: JsonObject, name: string, at: Pointer): Found | undefined {
  const value = wire[name]
  if (value !== undefined && value !== null) return { value, at: `${at}/${name}` }
  const snake = snakeName(name)
  const other = snake === name ? undefined : wire[snake]
  return other === undefined || other === null ? undefined : { value: other, at: `${at}/${snake}` }
}

/** The nested lists of a request. Unknown roles, parts and tools are legal. `at` is where the request stands in the body. */
export function checkContents(body: JsonObject, at: Pointer): void {
  const { contents } = body
  if (Array.isArray(contents)) {
    if (contents.length === 0) throw new WireError('contents', `${at}/contents`, 'must not be empty')
    for (let i = 0; i < contents.length; i++) checkContent(contents[i], `${at}/contents/${i}`)
  } else if (isJsonObject(contents)) checkContent(contents, `${at}/contents`)
  const system = findMember(body, 'systemInstruction', at)
  if (system && typeof system.value !== 'string') checkContent(system.value, system.at)
  if (Array.isArray(body.tools)) body.tools.forEach((tool: Json, index) => checkTool(tool, `${at}/tools/${index}`))
  checkExclusive(body, at)
}

function checkContent(content: Json | undefined, at: Pointer): void {
  if (!isJsonObject(content)) throw new WireError('contents', at, 'must be an object')
  const { role, parts } = content
  if (role !== undefined && role !== null && typeof role !== 'string') throw new WireError('contents', `${at}/role`, 'must be a string')
  if (parts === undefined || parts === null) return
  if (isJsonObject(parts)) {
    checkPart(parts, `${at}/parts`)
    return
  }
  if (!Array.isArray(parts)) throw new WireError('contents', `${at}/parts`, 'must be an array')
  for (let i = 0; i < parts.length; i++) checkPart(parts[i], `${at}/parts/${i}`)
}

/** The members that must be objects, and what they cannot be without, in both spellings. */
const members: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ inlineData: ['mimeType', 'data'], fileData: ['fileUri'], functionCall: ['name'], functionResponse: ['name'] }).flatMap(
    ([name, needed]) => [[name, needed] as const, [snakeName(name), needed] as const],
  ),
)

function checkPart(part: Json | undefined, at: Pointer): void {
  if (!isJsonObject(part)) throw new WireError('contents', at, 'must be an object')
  for (const key in part) {
    const value = part[key]
    if (key === 'text') {
      if (typeof value === 'string' || value === null) continue
      throw new WireError('contents', `${at}/text`, 'must be a string')
    }
    const needed = members.get(key)
    if (needed !== undefined && value !== undefined && value !== null) checkMember(value, needed, `${at}/${key}`)
  }
}

function checkMember(value: Json, needed: readonly string[], at: Pointer): void {
  if (!isJsonObject(value)) throw new WireError('contents', at, 'must be an object')
  for (const name of needed) {
    if (typeof value[name] === 'string') continue
    const field = findMember(value, name, at)
    if (field === undefined) throw new WireError('contents', `${at}/${name}`, 'Field required')
    if (typeof field.value !== 'string') throw new WireError('contents', field.at, 'must be a string')
  }
}

function checkTool(tool: Json, at: Pointer): void {
  if (!isJsonObject(tool)) throw new WireError('contents', at, 'must be an object')
  const declared = findMember(tool, 'functionDeclarations', at)
  if (declared === undefined) return
  if (!Array.isArray(declared.value)) throw new WireError('contents', declared.at, 'must be an array')
  declared.value.forEach((item: Json, index) => {
    const place: Pointer = `${declared.at}/${index}`
    check(functionSchema, item, place)
    if (isJsonObject(item)) exclude(item, 'parameters', 'parametersJsonSchema', place)
    if (isJsonObject(item)) exclude(item, 'response', 'responseJsonSchema', place)
  })
}

/** Pairs of which the server takes one: 400 otherwise. */
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
