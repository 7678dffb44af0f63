import { readFileSync } from 'node:fs'

/** A case that is known to break a law, for a reason that lies in the recording. */
export interface KnownFailing {
  readonly id: string
  readonly law: string
  readonly reason: string
}

export interface CaseResult {
  readonly id: string
  readonly law: string
  readonly violations: readonly string[]
}

export interface Judgement {
  /** Cases that fail and are not on the list. */
  readonly failing: readonly CaseResult[]
  /** Entries of the list that must go: their case passes, or does not exist. */
  readonly stale: readonly KnownFailing[]
  /** Entries of the list as a share of all cases. */
  readonly share: number
}

export function readKnownFailing(file: string): readonly KnownFailing[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly KnownFailing[] // committed beside the test that reads it
}

/** Compares results with the list of known failures. */
export function judge(results: readonly CaseResult[], known: readonly KnownFailing[]): Judgement {
  const key = ({ id, law }: { readonly id: string; readonly law: string }): string => `${law} ${id}`
  const listed = new Set(known.map(key))
  const broken = results.filter(({ violations }) => violations.length > 0)
  const failing = new Set(broken.map(key))
  return {
    failing: broken.filter((result) => !listed.has(key(result))),
    stale: known.filter((entry) => !failing.has(key(entry))),
    share: results.length === 0 ? 0 : known.length / results.length,
  }
}
