import type { Json } from '@interlingua/core'

/** Printed by a template as JSON prints it. */
export function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
