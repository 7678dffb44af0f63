import { readFileSync } from 'node:fs'
import type { CaseName } from './cases.ts'
import type { Result } from './language.ts'
import type { Upstream } from './upstreams.ts'

/** Cases that are known to fail, each with its reason. Every combination must still fail; a passing one has to leave the list. */
export interface ExpectedFailure {
  readonly clients: readonly string[]
  readonly upstreams: readonly Upstream[]
  readonly cases: readonly CaseName[]
  readonly reason: string
}

const file = new URL('../expected-failures.json', import.meta.url)

export interface Expectations {
  isExpected(result: Result): boolean
  /** Entries that passed, of the clients that were run. */
  stale(results: readonly Result[]): readonly string[]
}

export function readReasons(): readonly ExpectedFailure[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly ExpectedFailure[] // our own file
}

export function readExpectedFailures(): Expectations {
  const entries = readReasons()
  const expected = new Map<string, string>()
  for (const { clients, upstreams, cases, reason } of entries)
    for (const client of clients)
      for (const upstream of upstreams) for (const name of cases) expected.set(keyOf({ client, upstream, case: name }), reason)
  return {
    isExpected: (result) => expected.has(keyOf(result)),
    stale: (results) =>
      results
        .filter((result) => result.ok && expected.has(keyOf(result)))
        .map((result) => `${keyOf(result)} passes now: strike it from clients/expected-failures.json (${expected.get(keyOf(result))})`),
  }
}

function keyOf({ client, upstream, case: name }: Pick<Result, 'client' | 'upstream' | 'case'>): string {
  return `${client}/${upstream}/${name}`
}
