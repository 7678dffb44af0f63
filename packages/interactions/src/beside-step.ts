import { pointer } from '@interlingua/core'
import type { JsonObject, Pointer, StreamEvent } from '@interlingua/core'
import { format } from './wire.ts'

/** Keys of an event that no field of the model has. */
export interface Beside {
  /** Type of the event. */
  readonly type: string
  /** The keys where they stand in the event. */
  readonly more: JsonObject
  /** Places of the keys in the answer. */
  readonly keys: readonly Pointer[]
  /** UTF-16 units. */
  readonly size: number
}

/**
 * Keys around a delta or a step, at `at`, and keys `inside` it, at `within`; `named`: those of the keys inside that are told, where `inside`
 * nests them.
 */
export function createBeside(
  type: string,
  around: JsonObject,
  at: Pointer,
  inside: JsonObject = {},
  within: Pointer = at,
  named: JsonObject = inside,
): Beside {
  const keys = [...Object.keys(around).map((key) => pointer(at, key)), ...Object.keys(named).map((key) => pointer(within, key))]
  if (keys.length === 0) return { type, more: around, keys, size: 0 }
  const more = Object.keys(inside).length === 0 ? around : { ...around, delta: inside }
  return { type, more, keys, size: JSON.stringify(more).length }
}

/** Keeps a delta of an unknown type whole. */
export function wholeDelta(around: JsonObject, delta: JsonObject, at: Pointer): Beside {
  const { type, ...members } = delta
  const more = { ...around, delta: { ...delta, type: type ?? '' } }
  const named = Object.keys(members).length === 0 ? { type: '' } : members
  const keys = [...Object.keys(around), ...Object.keys(named)].map((key) => pointer(at, key))
  return { type: 'step.delta', more, keys, size: JSON.stringify(more).length }
}

/** `part`: the number of the part stands for the index of its step. Absent: the keys belong to no part. */
export function besideEvent({ type, more, keys }: Beside, part: number | undefined): StreamEvent {
  return { type: 'opaque', format, wire: { event_type: type, ...(part !== undefined && { index: part }), ...more }, keys }
}
