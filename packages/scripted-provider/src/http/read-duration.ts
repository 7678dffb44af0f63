import type { Directive } from '../read-directives.ts'

/** The first duration among a directive's words, in milliseconds: `20ms`, `5s`, or a bare number of milliseconds. */
export function readDuration(directive: Directive | undefined): number {
  for (const word of directive?.words ?? []) {
    const found = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(word)
    if (found) return Number(found[1]) * (found[2] === 's' ? 1000 : found[2] === 'm' ? 60_000 : 1)
  }
  return 0
}
