import type { Extensions, Part } from '@interlingua/core'
import { isCallPart, isRaw } from './call-part.ts'
import type { Way } from './write-way.ts'

/** One part on its way to the wire. */
export interface Writing {
  readonly part: number
  readonly way: Way
  /** Grows only where the whole is needed at the end. */
  value: Part
  opened: boolean
  ended: boolean
  extensions: Extensions | undefined
  /** Arguments that begin like an object are shown as they come; others are wrapped when they are whole. */
  streams: boolean
  /** Arguments that begin otherwise. */
  wraps: boolean
  /** The segment of reasoning that spoke last. */
  segment: number
  /** It was reported that what is summed up is shown as thought. */
  toldKind: boolean
  /** A seal that no block has shown yet. */
  unshownSeal: boolean
}

export function createWriting(part: number, way: Way, value: Part): Writing {
  return {
    part,
    way,
    value,
    opened: false,
    ended: false,
    extensions: undefined,
    streams: false,
    wraps: isCallPart(value) && (isRaw(value) || value.arguments.trim() !== ''),
    segment: -1,
    toldKind: false,
    unshownSeal: value.seal !== undefined,
  }
}

/** A call whose arguments are there from the start, and are shown as they are. */
export function startsAsObject(value: Part): boolean {
  return isCallPart(value) && !isRaw(value) && value.arguments.trimStart().startsWith('{')
}

/** Once the first character is seen, it is known whether an object is coming. */
export function isObjectSoFar(writing: Writing, text: string): boolean {
  if (writing.streams || writing.wraps) return writing.streams
  const begun = text.trimStart()
  if (begun === '') return false
  writing.streams = begun.startsWith('{')
  writing.wraps = !writing.streams
  return writing.streams
}
