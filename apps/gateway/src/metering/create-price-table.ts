import type { CacheTtl } from '@interlingua/core'
import { fitsPattern } from '../channels/fits-pattern.ts'
import type { PricesConfig } from '../config/prices-schema.ts'
import { rememberByName } from '../remember-by-name.ts'
import type { MadeUsage } from './made-usage.ts'
import type { PriceTable } from './price-table.ts'
import { wholeCount } from './whole-count.ts'

/** Units of a `PriceLine` in a millionth of the currency. */
const scale = 1_000_000

/** Millionths of the currency, halves rounded up: exact whole numbers throughout, however many tokens there are. */
function costOfUsage({ input, output, images, videos }: MadeUsage, line: PriceLine): number {
  const cacheRead = wholeCount(input.cacheRead) ?? 0
  const cacheWrite = wholeCount(input.cacheWrite) ?? 0
  // What tools read is input like any other.
  const fresh =
    input.fresh === undefined
      ? Math.max(0, (wholeCount(input.total) ?? 0) - cacheRead - cacheWrite)
      : (wholeCount(input.fresh) ?? 0) + (wholeCount(input.toolUse) ?? 0)
  const answered = wholeCount(output.total) ?? wholeCount(output.reasoning) ?? 0
  /** Counts and their prices, by turns. */
  const items = [fresh, line.input, answered, line.output, cacheRead, line.cacheRead]
  if (images !== undefined) items.push(wholeCount(images) ?? 0, line.image)
  if (videos !== undefined) items.push(wholeCount(videos) ?? 0, line.video)
  let told = 0
  for (const ttl in input.cacheWriteByTtl) {
    const count = wholeCount(input.cacheWriteByTtl[ttl as CacheTtl]) ?? 0 // the keys of that record
    told += count
    items.push(count, line.cacheWriteByTtl[ttl as CacheTtl] ?? line.cacheWrite) // as above
  }
  if (cacheWrite > told) items.push(cacheWrite - told, line.cacheWrite)
  return roundedSum(items, line.request + scale / 2)
}

function roundedSum(items: readonly number[], start: number): number {
  let sum = start
  for (let i = 0; i < items.length; i += 2) sum += (items[i] ?? 0) * (items[i + 1] ?? 0)
  // Nothing is negative and all is whole: where the sum is below this, each step was exact.
  if (sum <= Number.MAX_SAFE_INTEGER) return (sum - (sum % scale)) / scale
  let exact = BigInt(start)
  for (let i = 0; i < items.length; i += 2) exact += BigInt(items[i] ?? 0) * BigInt(items[i + 1] ?? 0)
  return Number(exact / BigInt(scale))
}

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

/** Prices in millionths of a millionth of the currency for a token: whole numbers, since prices for a million tokens have six digits at most. */
interface PriceLine {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** For what was written with a lifetime that is not told. */
  readonly cacheWrite: number
  readonly cacheWriteByTtl: Readonly<Partial<Record<CacheTtl, number>>>
  /** For a request, in the same unit. */
  readonly request: number
  /** For an image that was made, likewise. */
  readonly image: number
  /** For a video that was made, likewise. */
  readonly video: number
}
