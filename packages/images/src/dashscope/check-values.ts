import type { Json } from '@interlingua/core'

const mostSeed = 2_147_483_647
const mostOfNegative = 500

export function isSeed(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostSeed
}

/** Absent, or no longer than DashScope reads. Characters as people count them. */
export function isLegalNegative(value: Json | undefined): boolean {
  if (value === undefined) return true
  return typeof value === 'string' && (value.length <= mostOfNegative || [...value].length <= mostOfNegative)
}
