import type { Failure } from '../failure.ts'
import type { Json, JsonObject } from '../json.ts'
import type { FieldPointers, Node } from '../node.ts'
import type { Pointer } from '../pointer.ts'
import type { GenerateRequest } from '../request.ts'
import { alignParts, partsOf } from './align-parts.ts'
import { placeNamed } from './place-named.ts'
import { existingPlace } from './resolve-path.ts'

/** A request in four forms: the client's document and the upstream's, each raw and decoded. */
export interface SentRequest {
  /** The client's body. */
  readonly source: Json
  /** The client's request, lowered for the upstream: its nodes know where they stood in `source`. */
  readonly lowered: GenerateRequest
  /** The upstream's body. */
  readonly sent: JsonObject
  /** `sent`, decoded by the upstream's adapter: its nodes know where they stand in `sent`. */
  readonly read: GenerateRequest
}

/**
 * Moves the `path` of an upstream's refusal to the field of the client's document from which the named field was made, and removes `path`
 * if there is none. The upstream's words stay, except a path in front of them.
 */
export function placeFailure(failure: Failure, request: SentRequest): Failure {
  return placeNamed(
    failure,
    () => request.sent,
    (wire) => placeInSource(wire, request),
  )
}

/** Place in the client's document from which `wire` in the upstream's document was made; `undefined` if none is known. */
export function placeInSource(wire: Pointer, request: SentRequest): Pointer | undefined {
  return placeOfPart(wire, request) ?? placeOfTurn(wire, request) ?? placeOfTool(wire, request) ?? placeOfOption(wire, request)
}

function placeOfPart(wire: Pointer, { read, lowered, source }: SentRequest): Pointer | undefined {
  const part = innermost(partsOf(read), wire)
  const own = part && alignParts(read, lowered).get(part)
  return part && own && placeWithin(wire, part, own, source)
}

/** A place in a turn, but in none of its parts; or in its only part, which has no place of its own. */
function placeOfTurn(wire: Pointer, { read, lowered, source }: SentRequest): Pointer | undefined {
  const turn = innermost(read.turns, wire)
  if (turn === undefined) return undefined
  const pairs = alignParts(read, lowered)
  const [first] = turn.parts.flatMap((part) => pairs.get(part) ?? [])
  const own = first && lowered.turns.find(({ parts }) => parts.includes(first))
  if (own === undefined) return undefined
  // A turn of one part may be a part of another turn: some formats give a result a message of its own.
  const place = own.parts.length > 1 && turn.parts.length === 1 ? first?.at : own.at
  return place === undefined ? undefined : existing(source, place)
}

function placeOfTool(wire: Pointer, { read, lowered, source }: SentRequest): Pointer | undefined {
  const tool = innermost(read.tools ?? [], wire)
  if (tool === undefined) return undefined
  const same = lowered.tools?.filter(({ name }) => name === tool.name) ?? []
  const own = same.length === 1 ? same[0] : lowered.tools?.[read.tools?.indexOf(tool) ?? -1]
  return own && placeWithin(wire, tool, own, source)
}

/** Field of a request that stands at a place of the upstream's document, in the client's document. */
function placeOfOption(wire: Pointer, { read, lowered, source }: SentRequest): Pointer | undefined {
  return placeOfField(wire, read.fields, lowered.fields, '', source)
}

/** Place of the same field in the other node, with the path within it where that has the same names; otherwise the whole node. */
function placeWithin(wire: Pointer, node: Node, own: Node, source: Json): Pointer | undefined {
  if (own.at === undefined) return undefined
  const inner = wire.slice((node.at ?? '').length) as Pointer // `node.at` is a part of `wire`
  return placeOfField(inner, node.fields, own.fields, own.at, source) ?? existing(source, own.at)
}

function placeOfField(
  wire: Pointer,
  fields: FieldPointers | undefined,
  own: FieldPointers | undefined,
  at: Pointer,
  source: Json,
): Pointer | undefined {
  if (fields === undefined || own === undefined) return undefined
  const names = Object.keys(fields)
    .filter((name) => isWithin(wire, fields[name] ?? ''))
    .toSorted((left, right) => (fields[right]?.length ?? 0) - (fields[left]?.length ?? 0))
  for (const name of names) {
    const spelled = Object.hasOwn(own, name) ? own[name] : undefined
    if (spelled === undefined || spelled === '') continue
    const place = `${at}${spelled}` as Pointer // two pointers, one after the other
    if (existingPlace(source, place) !== place) continue
    return existingPlace(source, `${place}${wire.slice(fields[name]?.length)}` as Pointer) // a pointer, and the end of another
  }
  return undefined
}

/** The node with the longest place around `wire`. */
function innermost<N extends Node>(nodes: readonly N[], wire: Pointer): N | undefined {
  let best: N | undefined
  for (const node of nodes) {
    const { at } = node
    if (at !== undefined && at !== '' && isWithin(wire, at) && at.length >= (best?.at?.length ?? 0)) best = node
  }
  return best
}

function isWithin(inner: Pointer, outer: Pointer | ''): boolean {
  return outer !== '' && inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === '/')
}

function existing(source: Json, place: Pointer): Pointer | undefined {
  const found = existingPlace(source, place)
  return found === '' ? undefined : found
}
