import type { PricesConfig } from '../config/prices-schema.ts'
import { rememberByName } from '../remember-by-name.ts'
import { fitsPattern } from '../channels/fits-pattern.ts'
import { costOfUsage } from './cost-of-usage.ts'
import type { MadeUsage } from './made-usage.ts'
import type { PriceLine } from './price-line.ts'
import type { PriceTable } from './price-table.ts'

type Line = PricesConfig['models'][number]

/** Work that an answer's own counts include already. */
const included = 'message'

export function createPriceTable({ currency = 'USD', models }: PricesConfig = { models: [] }): PriceTable {
  const lines = models.map((line) => ({ line, prices: scaled(line) }))
  /** By the channel's name. */
  const finders = new Map<string, (model: string) => PriceLine | undefined>()

  function find(channel: string, model: string): PriceLine | undefined {
    let finder = finders.get(channel)
    if (finder === undefined) finders.set(channel, (finder = rememberByName((name) => search(channel, name))))
    return finder(model)
  }

  function search(channel: string, model: string): PriceLine | undefined {
    return lines.find(({ line }) => (line.channel ?? channel) === channel && fitsPattern(line.model, model))?.prices
  }

  function costOf(usage: MadeUsage, channel: string, model: string): number | undefined {
    const line = find(channel, model)
    if (line === undefined) return undefined
    let cost = costOfUsage(usage, line)
    for (const { type, model: other, usage: beside } of usage.extra ?? [])
      if (type !== included) cost += costOfUsage(beside, { ...(find(channel, other ?? model) ?? line), request: 0 })
    return cost
  }

  return { currency, costOf: lines.length === 0 ? () => undefined : costOf }
}

function scaled({ input, output, cacheRead, cacheWrite, request = 0, image = 0, video = 0 }: Line): PriceLine {
  const byTtl = typeof cacheWrite === 'object' ? cacheWrite : {}
  const told = Object.entries(byTtl).flatMap(([ttl, price]) => (price === undefined ? [] : [[ttl, whole(price)] as const]))
  return {
    input: whole(input),
    output: whole(output),
    cacheRead: whole(cacheRead ?? input),
    // Unless it is told otherwise, what is written is written for the shortest time.
    cacheWrite: typeof cacheWrite === 'number' ? whole(cacheWrite) : (told[0]?.[1] ?? whole(input)),
    cacheWriteByTtl: Object.fromEntries(told),
    request: whole(request) * 1_000_000,
    image: whole(image) * 1_000_000,
    video: whole(video) * 1_000_000,
  }
}

/** As millionths. A price of at most a million with at most six digits after the point is so near to a whole one that rounding is exact. */
function whole(price: number): number {
  return Math.round(price * 1_000_000)
}
