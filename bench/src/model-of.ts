import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'

/** The model that the mock upstream answers for in this format and mode. */
export function modelOf(to: DialectId, mode: 'doc' | 'live' | 'burst' | 'idle'): string {
  return `${dialects[to].letter}-${mode}`
}
