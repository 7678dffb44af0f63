import { WireError, type Format } from '@interlingua/core'

/** Page size of a query: a whole number from 1, capped at `most`; `undefined` if absent. Throws a `WireError` that names the parameter. */
export function readLimit(format: Format, name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw new WireError(format, `/${name}`, `${name} must be a whole number from 1 to ${most}`)
  return Math.min(Number(text), most)
}
