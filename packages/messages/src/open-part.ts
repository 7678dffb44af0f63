import type { Extensions, Part } from '@interlingua/core'
import { isCallPart, isRaw } from './call-part.ts'
import type { Way } from './write-way.ts'

/** A part on its way to the wire. */
export interface OpenPart {
  readonly part: number
  readonly way: Way
  /** Grows only if the whole part is needed at the end. */
  value: Part
  opened: boolean
  ended: boolean
  extensions: Extensions | undefined
  /** True for arguments that begin like an object, and are shown as they come; others are wrapped once complete. */
  streams: boolean
  /** True for arguments that begin otherwise. */
  wraps: boolean
  /** Segment of the latest reasoning delta. */
  segment: number
  /** True once it was reported that a summary is shown as thinking. */
  toldKind: boolean
  /** True for a seal that no block has shown yet. */
  unshownSeal: boolean
}

export function openPart(part: number, way: Way, value: Part): OpenPart {
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

/** True for a call whose arguments are complete at its start, and are shown as they are. */
export function startsAsObject(value: Part): boolean {
  return isCallPart(value) && !isRaw(value) && value.arguments.trimStart().startsWith('{')
}

/** True if the text so far may be an object; the first character decides. */
export function isObjectSoFar(open: OpenPart, text: string): boolean {
  if (open.streams || open.wraps) return open.streams
  const begun = text.trimStart()
  if (begun === '') return false
  open.streams = begun.startsWith('{')
  open.wraps = !open.streams
  return open.streams
}
