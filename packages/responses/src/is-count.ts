import type { Json } from '@interlingua/core'

/** True for a number that a template prints as JSON does. */
export function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
