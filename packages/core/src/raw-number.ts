import type { Json } from './json.ts'

/** https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON/rawJSON: newer than the oldest runtime. */
interface RawJson {
  readonly rawJSON?: (text: string) => object
  readonly isRawJSON?: (value: unknown) => boolean
}

const { rawJSON, isRawJSON } = JSON as RawJson // both members are looked for before they are used

/** Whether this runtime can print a number as it was spelled. */
export const keepsSpelling = rawJSON !== undefined && isRawJSON !== undefined

/** Nobody asks the engine before there is one. */
let made = false

/** A number that `JSON.stringify` prints as `literal`. It is no `number` to those who look: for numbers that are carried, not for those that are read. */
export function rawNumber(literal: string): Json {
  if (rawJSON === undefined) return Number(literal)
  made = true
  return rawJSON(literal) as unknown as Json // printed as a JSON number; nobody reads its one member
}

/** Whether a value is a number that is kept as it was spelled. */
export function isRawNumber(value: unknown): boolean {
  return made && isRawJSON !== undefined && isRawJSON(value)
}
