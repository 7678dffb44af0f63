import type { Place } from './place.ts'

/** What is wrong with a value, before a vendor has put it into its words. */
export type Flaw =
  | { readonly type: 'missing' }
  | { readonly type: 'unknown' }
  | { readonly type: 'kind'; readonly expected: string; readonly found: string }
  | { readonly type: 'value'; readonly found: string; readonly allowed: readonly string[] }
  | { readonly type: 'below' | 'above'; readonly limit: number; readonly found: number; readonly whole: boolean }
  | { readonly type: 'long'; readonly limit: number; readonly found: number }
  | { readonly type: 'custom'; readonly message: string; readonly code?: string }

/** Thrown by shapes where a value does not fit; never leaves the package. */
export class Misfit extends Error {
  readonly place: readonly (string | number)[]
  readonly flaw: Flaw

  constructor(place: Place | undefined, flaw: Flaw) {
    super(flaw.type)
    const keys: (string | number)[] = []
    for (let at = place; at; at = at.parent) keys.unshift(at.key)
    this.place = keys
    this.flaw = flaw
  }
}
