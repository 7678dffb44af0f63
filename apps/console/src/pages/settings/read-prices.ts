import type { PriceLine, PriceRow } from '@interlingua/console/api'
import { visibleText } from '../../format/visible-text.ts'

/** Prices of a model as they were typed. */
export interface TypedPrices {
  readonly input: string
  readonly output: string
}

/** Reads the prices that were typed beside models; rows without any are left out. `problem`: what is wrong with the first row that is. */
export function readPrices(
  rows: readonly PriceRow[],
  typed: readonly TypedPrices[],
): { readonly prices: readonly PriceLine[]; readonly problem?: string } {
  const prices: PriceLine[] = []
  for (const [index, { model, channel }] of rows.entries()) {
    const { input = '', output = '' } = typed[index] ?? {}
    if (input.trim() === '' && output.trim() === '') continue
    const read = [input, output].map(readPrice)
    const [first, second] = read
    if (first === undefined || second === undefined)
      return {
        prices,
        problem: `${visibleText(model.slice(0, 60))}: both prices are numbers from 0 on, such as 2.5, with at most six digits after the point.`,
      }
    prices.push({ model, channel, input: first, output: second })
  }
  return prices.length === 0 ? { prices, problem: 'Fill in the prices of a model.' } : { prices }
}

function readPrice(text: string): number | undefined {
  const price = /^\d{1,7}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text.trim()) : undefined
  return price !== undefined && price <= 1_000_000 ? price : undefined
}
