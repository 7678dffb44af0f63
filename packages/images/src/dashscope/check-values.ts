import type { Json } from '@interlingua/core'

const mostSeed = 2_147_483_647
const mostOfNegative = 500

export function isSeed(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostSeed
}

/** True for an absent prompt, or for one within DashScope's limit of 500 characters, counted as code points. */
export function isLegalNegative(value: Json | undefined): boolean {
  if (value === undefined) return true
  return typeof value === 'string' && (value.length <= mostOfNegative || [...value].length <= mostOfNegative)
}
