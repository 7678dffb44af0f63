import type { GatewayState } from '@interlingua/server'

/** Prices of a million tokens, in units of the currency. */
interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Tokens by whose cost a price is read: so few that no price for long requests applies, so many that little is rounded away. */
const sample = 10_000

/** Prices of a model at a channel; undefined if they are not known. */
export function pricesOf({ prices }: GatewayState, channel: string, model: string): TokenPrices | undefined {
  const costOf = (usage: Parameters<typeof prices.costOf>[0]): number | undefined => prices.costOf(usage, channel, model)
  const fee = costOf({ input: {}, output: {} })
  if (fee === undefined) return undefined
  const priceOf = (cost = fee): number => (cost - fee) / sample
  return {
    input: priceOf(costOf({ input: { fresh: sample }, output: {} })),
    output: priceOf(costOf({ input: {}, output: { total: sample } })),
    cacheRead: priceOf(costOf({ input: { fresh: 0, cacheRead: sample }, output: {} })),
    cacheWrite: priceOf(costOf({ input: { fresh: 0, cacheWrite: sample }, output: {} })),
  }
}
