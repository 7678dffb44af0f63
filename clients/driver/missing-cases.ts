import { casesOf } from './cases-of.ts'
import type { Client, Result } from './language.ts'
import { upstreamNames } from './upstreams.ts'

/** Cases that should have run for a client and did not. OpenAI's chat models show no reasoning that could come back. */
export function missingCases(client: Client, results: readonly Result[]): readonly string[] {
  const there = new Set(results.map((result) => `${result.upstream}/${result.case}`))
  return upstreamNames.flatMap((upstream) =>
    casesOf(client)
      .filter((each) => !(each === 'replay' && upstream === 'chat'))
      .map((each) => `${upstream}/${each}`)
      .filter((key) => !there.has(key)),
  )
}
