import { createBeside, type Beside } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import type { JsonObject, Pointer, StreamEvent } from '@interlingua/core'
import { format } from './wire.ts'

/** Object without members, for the keys of an event that has no others. */
export const empty: JsonObject = {}
const nothing: Beside = { type: '', more: empty, keys: [], size: 0 }

/**
 * Keys around a delta or a step, at `at`, and keys `inside` it, at `within`; `named`: those of the keys inside that are told, where `inside`
 * nests them.
 */
export function besideOf(
  type: string,
  around: JsonObject,
  at: Pointer,
  inside: JsonObject = empty,
  within: Pointer = at,
  named: JsonObject = inside,
): Beside {
  if (around === empty && named === empty) return nothing
  const keys = [...Object.keys(around).map((key) => pointer(at, key)), ...Object.keys(named).map((key) => pointer(within, key))]
  return createBeside(type, Object.keys(inside).length === 0 ? around : { ...around, delta: inside }, keys)
}

/** Keeps a delta of an unknown type whole. */
export function wholeDelta(around: JsonObject, delta: JsonObject, at: Pointer): Beside {
  const { type, ...members } = delta
  const more = { ...around, delta: { ...delta, type: type ?? '' } }
  const named = Object.keys(members).length === 0 ? { type: '' } : members
  const keys = [...Object.keys(around), ...Object.keys(named)].map((key) => pointer(at, key))
  return createBeside('step.delta', more, keys)
}

/** `part`: the number of the part stands for the index of its step. Absent: the keys belong to no part. */
export function besideEvent({ type, more, keys }: Beside, part: number | undefined): StreamEvent {
  return { type: 'opaque', format, wire: { event_type: type, ...(part !== undefined && { index: part }), ...more }, keys }
}
