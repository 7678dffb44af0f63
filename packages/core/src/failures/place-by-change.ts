import { isInterlinguaError } from '../errors.ts'
import type { Failure } from '../failure.ts'
import type { Json } from '../json.ts'
import type { Node } from '../node.ts'
import type { Pointer } from '../pointer.ts'
import { sameJson } from '../same-json.ts'
import { placeNamed } from './place-named.ts'
import { valueAt } from './resolve-path.ts'

/**
 * Places a failure of a media request, which no decoder reads back: the field at fault is the one without which the named place would not
 * be in the upstream's document. `encode` gives that document; `path` is removed if no single field is found.
 */
export function placeByChange<R extends Node>(failure: Failure, request: R, encode: (request: R) => Json): Failure {
  let sent: Json | undefined
  const encoded = (): Json => (sent ??= encode(request))
  return placeNamed(failure, encoded, (wire) => originOf(wire, request, encoded(), encode))
}

function originOf<R extends Node>(wire: Pointer, request: R, sent: Json, encode: (request: R) => Json): Pointer | undefined {
  const there = valueAt(sent, wire)
  const depends = (changed: R): boolean => {
    try {
      return !sameJson(valueAt(encode(changed), wire), there)
    } catch (error) {
      if (!isInterlinguaError(error)) throw error
      return false
    }
  }
  const nodes: Pointer[] = []
  const fields: Pointer[] = []
  for (const key of Object.keys(request)) {
    const value: unknown = request[key as keyof R] // a key of it
    if (isPlacedList(value)) {
      if (!depends({ ...request, [key]: [] })) continue
      // A whole list comes from all entries; any other place comes from the one entry that produces it.
      const whole = Array.isArray(there)
      const own = value.findIndex((_, index) => !depends({ ...request, [key]: value.slice(0, index + 1) }))
      for (const [index, { at }] of value.entries()) if (whole || index === own) nodes.push(at)
      continue
    }
    const at = request.fields?.[key]
    if (at === undefined || at === '') continue
    if (depends({ ...request, [key]: undefined })) fields.push(`${request.at ?? ''}${at}` as Pointer) // two pointers, one after the other
  }
  return ancestorOf(nodes.length > 0 ? nodes : fields)
}

function isPlacedList(value: unknown): value is readonly { readonly at: Pointer }[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlaced)
}

function isPlaced(value: unknown): value is { readonly at: Pointer } {
  return typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string' && value.at !== ''
}

/** Innermost place around all of these; `undefined` for the whole document, and for an empty list. */
function ancestorOf([first = '', ...others]: readonly Pointer[]): Pointer | undefined {
  let common = first
  for (const place of others) while (common !== '' && place !== common && !place.startsWith(`${common}/`)) common = parentOf(common)
  return common === '' ? undefined : common
}

function parentOf(place: Pointer): Pointer {
  return place.slice(0, place.lastIndexOf('/')) as Pointer // a pointer up to one of its segments
}
