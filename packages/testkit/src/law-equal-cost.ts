import type { CacheTtl, Usage } from '@interlingua/core'
import { attempt } from './attempt.ts'
import type { Violation } from './violation.ts'

/** Buckets of usage that a format can say, beside the totals, what was read from a cache, and reasoning. */
export interface SaidBuckets {
  /** True: tokens that were written to a cache are apart; false: they look fresh. */
  readonly writes: boolean
  /** True: a write has a lifetime, short or long, by whatever name. */
  readonly lifetimes: boolean
  /** True: tokens that hosted tools read are apart; false: they look fresh. */
  readonly toolUse: boolean
}

/** Tokens of an exchange by price. */
interface Bill {
  readonly fresh: number
  readonly read: number
  readonly writtenShort: number
  readonly writtenLong: number
  readonly toolUse: number
  readonly output: number
  readonly reasoning: number
}

const long: ReadonlySet<string> = new Set<CacheTtl>(['1h', '12h'])

/**
 * Law "equal cost": an exchange costs the same to the token in the format in which it was translated, as far as that has the buckets. Each
 * total is the sum of its buckets, and no output has more reasoning than tokens.
 */
export function lawEqualCost(upstream: Usage, translated: Usage, said: SaidBuckets): readonly Violation[] {
  return attempt('equal cost', (say) => {
    const [expected, found] = [billOf(upstream, said), billOf(translated, said)]
    for (const bucket of Object.keys(expected) as (keyof Bill)[])
      // keys of a literal
      if (expected[bucket] !== found[bucket]) say('', `${bucket}: ${expected[bucket]} at the upstream, ${found[bucket]} for the client`)
    const { total, fresh = 0, cacheRead = 0, cacheWrite = 0, toolUse = 0 } = translated.input
    if (total !== undefined && total !== fresh + cacheRead + cacheWrite + toolUse)
      say('', `the input is ${total}, its buckets are ${fresh + cacheRead + cacheWrite + toolUse}`)
    const { total: output, reasoning = 0 } = translated.output
    if (output !== undefined && reasoning > output) say('', `the output is ${output}, with ${reasoning} of reasoning`)
  })
}

function billOf({ input, output }: Usage, said: SaidBuckets): Bill {
  const { fresh = 0, cacheRead = 0, cacheWrite = 0, cacheWriteByTtl = {}, toolUse = 0 } = input
  const all = Object.entries(cacheWriteByTtl).reduce((sum, [ttl, tokens]) => sum + (long.has(ttl) ? (tokens ?? 0) : 0), 0)
  const writtenLong = said.writes && said.lifetimes ? all : 0
  return {
    fresh: fresh + (said.writes ? 0 : cacheWrite) + (said.toolUse ? 0 : toolUse),
    read: cacheRead,
    writtenShort: said.writes ? cacheWrite - writtenLong : 0,
    writtenLong,
    toolUse: said.toolUse ? toolUse : 0,
    output: output.total ?? 0,
    reasoning: output.reasoning ?? 0,
  }
}
