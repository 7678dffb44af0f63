import type { Json } from './json.ts'

/**
 * JSON.rawJSON is newer than the oldest supported runtime.
 * https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON/rawJSON
 */
interface RawJson {
  readonly rawJSON?: (text: string) => object
  readonly isRawJSON?: (value: unknown) => boolean
}

const { rawJSON, isRawJSON } = JSON as RawJson // both members are looked for before they are used

/** True if this runtime can print a number in its original spelling. */
export const keepsSpelling = rawJSON !== undefined && isRawJSON !== undefined

/** True once a raw number exists; until then the engine need not be asked. */
let made = false

/**
 * Makes a value that `JSON.stringify` prints as `literal`. `typeof` does not report a `number`: for numbers that are carried, not for those
 * that are read.
 */
export function rawNumber(literal: string): Json {
  if (rawJSON === undefined) return Number(literal)
  made = true
  return rawJSON(literal) as unknown as Json // printed as a JSON number; its one member is never read
}

/** True for a number that keeps its original spelling. */
export function isRawNumber(value: unknown): boolean {
  return made && isRawJSON !== undefined && isRawJSON(value)
}
