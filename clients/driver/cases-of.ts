import { libraryCases, type CaseName } from './cases.ts'
import type { Client } from './language.ts'

/** Cases of a client, without those that it cannot do. */
export function casesOf({ cases = libraryCases, without = {} }: Client): readonly CaseName[] {
  return cases.filter((name) => without[name] === undefined)
}
