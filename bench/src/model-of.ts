import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'

/** Model name that selects this format and mode at the mock upstream. */
export function modelOf(to: DialectId, mode: 'doc' | 'live' | 'burst' | 'idle'): string {
  return `${dialects[to].letter}-${mode}`
}
