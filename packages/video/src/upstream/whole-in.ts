import type { Json } from '@interlingua/core'

/** A whole number, also as text; `undefined` for anything else. */
export function wholeIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
