import { at, isObject, items } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json, Writable } from '../json/json.ts'
import type { FormatId } from '../formats/gist.ts'

/** Pieces of a request that a vendor's cache reads from the front: tools, instructions, then each block of each turn. */
function piecesOf(body: Json, format: FormatId, ignoring: readonly string[]): readonly string[] {
  const clean = (value: Json | undefined): string => formatJson(without(value ?? null, ignoring))
  const turns = items(at(body, { M: 'messages', C: 'messages', R: 'input', G: 'contents', I: 'input', B: 'messages' }[format]))
  const blocks = turns.flatMap((turn) => {
    const content = at(turn, format === 'G' ? 'parts' : 'content')
    if (!Array.isArray(content)) return [clean(turn)]
    const role = String(at(turn, 'role'))
    const rest = isObject(turn)
      ? Object.fromEntries(Object.entries(turn).filter(([key]) => !['role', 'content', 'parts'].includes(key)))
      : {}
    return [
      ...items(content).map((block) => `${role} ${clean(block)}`),
      ...(Object.keys(rest).length > 0 && format === 'C' ? [clean(rest)] : []),
    ]
  })
  const instructions = at(
    body,
    { M: 'system', R: 'instructions', C: 'messages', G: 'systemInstruction', I: 'system_instruction', B: 'system' }[format],
  )
  return [clean(at(body, 'tools')), ...(format === 'C' ? [] : [clean(instructions)]), ...blocks]
}

function without(value: Json, keys: readonly string[]): Writable {
  if (Array.isArray(value)) return items(value).map((item) => without(item, keys))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (keys.includes(key) ? [] : [[key, without(member, keys)]])))
}

/** First piece of a request that the next one has otherwise, or undefined if it is its prefix. */
export function breakOf(
  before: Json,
  after: Json,
  format: FormatId,
  ignoring: readonly string[],
): { readonly expected: string; readonly got: string } | undefined {
  const [first, second] = [piecesOf(before, format, ignoring), piecesOf(after, format, ignoring)]
  const index = first.findIndex((piece, place) => piece !== second[place])
  return index === -1 ? undefined : { expected: first[index] ?? '', got: second[index] ?? 'nothing' }
}
