import type { CacheTtl, Usage } from '@interlingua/core'
import { fitsPattern, rememberByName } from '@interlingua/gateway-kernel'
import type { ImageUsage } from '@interlingua/images'
import type { UsageTokens } from '@interlingua/store'

/** Formats millionths as a decimal number with six digits: `12.345678`. */
export function formatMicros(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Largest number of tokens of one request that is believed. */
const most = 1e9

/** Reads an upstream's count as a whole number; undefined for a negative or absurd one. */
export function wholeCount(count: number | undefined): number | undefined {
  return count !== undefined && count >= 0 && count <= most ? Math.round(count) : undefined
}

/** Usage with the numbers of images and videos that were made. */
export interface MadeUsage extends ImageUsage {
  readonly videos?: number
}

/** Prices of models, in units of the currency with at most six digits after the point. The first line that fits a request counts. */
export interface PriceOptions {
  /** Currency in three letters, for display, never converted. Default USD. */
  readonly currency?: string | undefined
  readonly models: readonly PriceLineOptions[]
  /** Finds the price of a model without a line. Default: such a model has none. */
  readonly fallback?: ((channel: string, model: string) => PriceLineOptions | undefined) | undefined
}

export interface PriceLineOptions {
  /** Id or glob of the model at the upstream. */
  readonly model: string
  /** Name of the only channel of the line. Default: all. */
  readonly channel?: string | undefined
  /** Price of a million tokens that are neither read from a cache nor written to one. */
  readonly input: number
  /** Price of a million tokens, reasoning included. */
  readonly output: number
  /** Price of a million tokens. Default: `input`. */
  readonly cacheRead?: number | undefined
  /** Price of a million tokens, or one for each lifetime. Default: `input`. */
  readonly cacheWrite?: number | Readonly<Partial<Record<'5m' | '30m' | '1h' | '12h', number | undefined>>> | undefined
  /** Price of each request that was answered. */
  readonly request?: number | undefined
  /** Price of each image that was made. */
  readonly image?: number | undefined
  /** Price of each video that was made. */
  readonly video?: number | undefined
  /** Prices for requests with more input tokens than `above`, the smallest first. Absent: one price for all. */
  readonly tiers?:
    | readonly (Pick<PriceLineOptions, 'input' | 'output' | 'cacheRead' | 'cacheWrite'> & { readonly above: number })[]
    | undefined
}

/** Prices of models, as configured. */
export interface PriceTable {
  readonly currency: string
  /** Cost in whole millionths of the currency; undefined if the channel's model has no price. */
  costOf(usage: MadeUsage, channel: string, model: string): number | undefined
}

/** Tokens of a record by bucket. */
export function tokensOfUsage({ input, output }: Usage): UsageTokens {
  const tokens: { -readonly [Bucket in keyof UsageTokens]: UsageTokens[Bucket] } = {}
  const set = (bucket: keyof UsageTokens, count: number | undefined): void => {
    const whole = wholeCount(count)
    if (whole !== undefined) tokens[bucket] = whole
  }
  set('input', input.total)
  set('fresh', input.fresh)
  set('cacheRead', input.cacheRead)
  set('cacheWrite', input.cacheWrite)
  set('toolUse', input.toolUse)
  set('output', output.total)
  set('reasoning', output.reasoning)
  return tokens
}

/** Number of units of a `PriceLine` in a millionth of the currency. */
const scale = 1_000_000

/** Cost in millionths of the currency, halves rounded up; exact for any number of tokens. */
function costOfUsage({ input, output, images, videos }: MadeUsage, whole: PriceLine): number {
  const line = tierOf(whole, wholeCount(input.total) ?? 0)
  const cacheRead = wholeCount(input.cacheRead) ?? 0
  const cacheWrite = wholeCount(input.cacheWrite) ?? 0
  // Tokens that tools read cost the same as other input.
  const fresh =
    input.fresh === undefined
      ? Math.max(0, (wholeCount(input.total) ?? 0) - cacheRead - cacheWrite)
      : (wholeCount(input.fresh) ?? 0) + (wholeCount(input.toolUse) ?? 0)
  const answered = wholeCount(output.total) ?? wholeCount(output.reasoning) ?? 0
  /** Counts and prices in turns. */
  const items = [fresh, line.input, answered, line.output, cacheRead, line.cacheRead]
  if (images !== undefined) items.push(wholeCount(images) ?? 0, line.image)
  if (videos !== undefined) items.push(wholeCount(videos) ?? 0, line.video)
  let countWithTtl = 0
  for (const ttl in input.cacheWriteByTtl) {
    const count = wholeCount(input.cacheWriteByTtl[ttl as CacheTtl]) ?? 0 // the loop takes the keys of the record
    countWithTtl += count
    items.push(count, line.cacheWriteByTtl[ttl as CacheTtl] ?? line.cacheWrite) // the loop takes the keys of the record
  }
  if (cacheWrite > countWithTtl) items.push(cacheWrite - countWithTtl, line.cacheWrite)
  return roundedSum(items, line.request + scale / 2)
}

/** Prices of a line for a request with so many input tokens. */
function tierOf(line: PriceLine, tokens: number): PriceLine {
  const tier = line.tiers?.findLast(({ above }) => tokens > above)
  return tier === undefined ? line : { ...tier.prices, request: line.request, image: line.image, video: line.video }
}

function roundedSum(items: readonly number[], start: number): number {
  let sum = start
  for (let i = 0; i < items.length; i += 2) sum += (items[i] ?? 0) * (items[i + 1] ?? 0)
  // All numbers are whole and none is negative, so below this bound each step was exact.
  if (sum <= Number.MAX_SAFE_INTEGER) return (sum - (sum % scale)) / scale
  let exact = BigInt(start)
  for (let i = 0; i < items.length; i += 2) exact += BigInt(items[i] ?? 0) * BigInt(items[i + 1] ?? 0)
  return Number(exact / BigInt(scale))
}

type Line = PriceLineOptions

/** Type of extra usage that the answer's own counts include already. */
const included = 'message'

export function createPriceTable({ currency = 'USD', models, fallback }: PriceOptions = { models: [] }): PriceTable {
  const lines = models.map((line) => ({ line, prices: scaled(line) }))
  /** Finders by name of the channel. */
  const finders = new Map<string, (model: string) => PriceLine | undefined>()

  function find(channel: string, model: string): PriceLine | undefined {
    let finder = finders.get(channel)
    if (finder === undefined) finders.set(channel, (finder = rememberByName((name) => search(channel, name))))
    return finder(model)
  }

  function search(channel: string, model: string): PriceLine | undefined {
    const found = lines.find(({ line }) => (line.channel ?? channel) === channel && fitsPattern(line.model, model))?.prices
    if (found !== undefined) return found
    const line = fallback?.(channel, model)
    return line && scaled(line)
  }

  function costOf(usage: MadeUsage, channel: string, model: string): number | undefined {
    const line = find(channel, model)
    if (line === undefined) return undefined
    let cost = costOfUsage(usage, line)
    for (const { type, model: other, usage: beside } of usage.extra ?? [])
      if (type !== included) cost += costOfUsage(beside, { ...(find(channel, other ?? model) ?? line), request: 0 })
    return cost
  }

  return { currency, costOf: lines.length === 0 && fallback === undefined ? () => undefined : costOf }
}

function scaled({ input, output, cacheRead, cacheWrite, request = 0, image = 0, video = 0, tiers }: Omit<Line, 'model'>): PriceLine {
  const byTtl = typeof cacheWrite === 'object' ? cacheWrite : {}
  const pricesByTtl = Object.entries(byTtl).flatMap(([ttl, price]) => (price === undefined ? [] : [[ttl, whole(price)] as const]))
  return {
    input: whole(input),
    output: whole(output),
    cacheRead: whole(cacheRead ?? input),
    // Without another price, a write has the price of the shortest lifetime.
    cacheWrite: typeof cacheWrite === 'number' ? whole(cacheWrite) : (pricesByTtl[0]?.[1] ?? whole(input)),
    cacheWriteByTtl: Object.fromEntries(pricesByTtl),
    request: whole(request) * 1_000_000,
    image: whole(image) * 1_000_000,
    video: whole(video) * 1_000_000,
    ...(tiers && { tiers: tiers.map(({ above, ...prices }) => ({ above, prices: scaled(prices) })) }),
  }
}

/** Price in millionths. Rounding is exact, since prices are at most a million and have at most six digits after the point. */
function whole(price: number): number {
  return Math.round(price * 1_000_000)
}

/** Prices for a token, in millionths of a millionth of the currency: whole numbers, since prices for a million tokens have six digits at most. */
interface PriceLine {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** Price of a cache write with unknown lifetime. */
  readonly cacheWrite: number
  readonly cacheWriteByTtl: Readonly<Partial<Record<CacheTtl, number>>>
  /** Price of a request, in the same unit. */
  readonly request: number
  /** Price of an image that was made, in the same unit. */
  readonly image: number
  /** Price of a video that was made, in the same unit. */
  readonly video: number
  /** Prices for requests with more input tokens than `above`, the smallest first. Absent: one price for all. */
  readonly tiers?: readonly { readonly above: number; readonly prices: PriceLine }[]
}
