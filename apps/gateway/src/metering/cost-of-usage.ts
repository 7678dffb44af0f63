import type { CacheTtl } from '@interlingua/core'
import type { MadeUsage } from './made-usage.ts'
import type { PriceLine } from './price-line.ts'
import { wholeCount } from './whole-count.ts'

/** Units of a `PriceLine` in a millionth of the currency. */
const scale = 1_000_000

/** Millionths of the currency, halves rounded up: exact whole numbers throughout, however many tokens there are. */
export function costOfUsage({ input, output, images, videos }: MadeUsage, line: PriceLine): number {
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
