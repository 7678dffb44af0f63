import type { Place } from './place.ts'

/** The kind of a schema violation, independent of a vendor's wording. */
export type Issue =
  | { readonly type: 'missing' }
  | { readonly type: 'unknown' }
  | { readonly type: 'kind'; readonly expected: string; readonly found: string }
  | { readonly type: 'value'; readonly found: string; readonly allowed: readonly string[] }
  | { readonly type: 'below' | 'above'; readonly limit: number; readonly found: number; readonly whole: boolean }
  | { readonly type: 'long'; readonly limit: number; readonly found: number }
  | { readonly type: 'custom'; readonly message: string; readonly code?: string }

/** Thrown by shapes for a value that does not fit, and caught within the package. */
export class ValidationError extends Error {
  readonly place: readonly (string | number)[]
  readonly issue: Issue

  constructor(place: Place | undefined, problem: Issue) {
    super(problem.type)
    const keys: (string | number)[] = []
    for (let at = place; at; at = at.parent) keys.unshift(at.key)
    this.place = keys
    this.issue = problem
  }
}
