import type { Json } from '@interlingua/core'

/** The progress from 0 to 100, written as a number or a text with or without a percent sign; `undefined` for anything else. */
export function percentIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,3}(?:\.\d{1,9})?%?$/.test(value.trim()) ? Number.parseFloat(value) : value
  return typeof number === 'number' && number >= 0 && number <= 100 ? Math.round(number) : undefined
}
