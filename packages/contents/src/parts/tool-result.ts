import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Part, Pointer, ToolResultPart } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { DecodeMember, EncodeScope, Notes } from './codec.ts'

/** Codec of the parts inside a result, which are media only. */
interface Nested {
  /** Decodes parts. `snake`: places in snake_case by the index of the part. */
  readonly decode: (wires: readonly Json[], at: Pointer, snake: ReadonlyMap<string, readonly string[]> | undefined) => readonly Part[]
  readonly encode: (parts: readonly Part[], scope: EncodeScope) => readonly JsonObject[]
}

const read = new Set(['id', 'name', 'response'])
const readWithParts = new Set(['id', 'name', 'response', 'parts'])

/**
 * Makes the decoder of `functionResponse`. A `response` with exactly one text, under `output` or `error`, is that text.
 * https://ai.google.dev/api/caching#FunctionResponse
 */
export function createFunctionResponseDecoder(nested: Nested): DecodeMember {
  return (value, _wire, notes, scope) => {
    if (!isJsonObject(value) || typeof value.name !== 'string') return undefined
    const { id, name, response, parts } = value
    if ((id !== undefined && typeof id !== 'string') || (response !== undefined && !isJsonObject(response))) return undefined
    const callId = scope.resultId(name, id || undefined, notes.at)
    if (id !== callId) notes.hint = keep(notes.hint, 'id', id ?? 'absent')
    const part: Draft<ToolResultPart> = { type: 'tool-result', callId, name, parts: [] }
    const said = decodeResponse(part, response, notes)
    const listed = Array.isArray(parts) && parts.length > 0
    if (listed)
      part.parts = [
        ...said,
        ...nested.decode(parts, `${notes.at}/${hasSnake(notes) ? 'function_response' : 'functionResponse'}/parts`, snakeOfParts(notes)),
      ]
    else part.parts = said
    const extra = without(value, listed ? readWithParts : read)
    if (extra) notes.rest = keep(notes.rest, 'functionResponse', extra)
    return part
  }
}

function hasSnake({ hint }: Notes): boolean {
  const snake = hint?.snake
  return Array.isArray(snake) && snake.includes('/functionResponse')
}

const partsAt = '/functionResponse/parts/'

function snakeOfParts({ hint }: Notes): ReadonlyMap<string, readonly string[]> | undefined {
  const snake = hint?.snake
  if (!Array.isArray(snake)) return undefined
  const found = new Map<string, string[]>()
  for (const place of snake as readonly Json[]) {
    if (typeof place !== 'string' || !place.startsWith(partsAt)) continue
    const [index = ''] = place.slice(partsAt.length).split('/', 1)
    const own = place.slice(partsAt.length + index.length)
    const listed = found.get(index)
    if (listed) listed.push(own)
    else found.set(index, [own])
  }
  return found
}

/** Decodes the response of a result: its text, or a structure. */
function decodeResponse(part: Draft<ToolResultPart>, response: JsonObject | undefined, notes: Notes): readonly Part[] {
  const keys = response === undefined ? [] : Object.keys(response)
  if (response === undefined || keys.length === 0) {
    if (response === undefined) notes.hint = keep(notes.hint, 'response', 'absent')
    return []
  }
  const at: Pointer = `${notes.at}/${hasSnake(notes) ? 'function_response' : 'functionResponse'}/response`
  if (keys.length === 1 && typeof response.output === 'string') return [{ type: 'text', text: response.output, at: `${at}/output` }]
  if (keys.length === 1 && typeof response.error === 'string') {
    part.isError = true
    return [{ type: 'text', text: response.error, at: `${at}/error` }]
  }
  part.structured = response
  return []
}

export function encodeToolResult(part: ToolResultPart, scope: EncodeScope, nested: Nested): JsonDraft {
  const hint = hintOf(part)
  const result: JsonDraft = {}
  if (hint.id === undefined) result.id = part.callId
  else if (hint.id !== 'absent') result.id = hint.id
  result.name = part.name ?? ''
  const response = encodeResponse(part, hint)
  if (response !== undefined) result.response = response
  const media = isOneText(part.parts) ? none : part.parts.filter(({ type }) => type !== 'text')
  if (media.length > 0) result.parts = nested.encode(media, scope)
  return { functionResponse: addRest(result, nestedRest(part, 'functionResponse')) }
}

function encodeResponse(part: ToolResultPart, hint: JsonObject): Json | undefined {
  if (part.structured !== undefined) return isJsonObject(part.structured) ? part.structured : { output: part.structured }
  const text = textOf(part.parts)
  if (text === undefined && part.isError !== true) return hint.response === 'absent' ? undefined : {}
  return part.isError === true ? { error: text ?? '' } : { output: text ?? '' }
}

const none: readonly Part[] = []

/** True for a lone text, as most results are. */
function isOneText(parts: readonly Part[]): boolean {
  return parts.length === 1 && parts[0]?.type === 'text'
}

/** Texts of a result as one; `undefined` if there are none. */
function textOf(parts: readonly Part[]): string | undefined {
  let text: string | undefined
  for (const part of parts) if (part.type === 'text') text = text === undefined ? part.text : `${text}\n${part.text}`
  return text
}
