import { libraryCases, type CaseName } from './cases.ts'
import type { Client } from './language.ts'

/** What a client is put through. */
export function casesOf({ cases = libraryCases, without = {} }: Client): readonly CaseName[] {
  return cases.filter((name) => without[name] === undefined)
}
