import type { JsonObject } from '@interlingua/core'

const scalars: readonly JsonObject[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }]
const nothing: JsonObject = { type: 'null' }

/** Widest schema of Google's Schema object, in which every schema has a type: lists in lists end at the second. */
export function anyGoogleSchema(): JsonObject {
  const inner: JsonObject = { type: 'array', items: { anyOf: [...scalars, nothing] } }
  return { anyOf: [...scalars, { type: 'array', items: { anyOf: [...scalars, inner, nothing] } }, nothing] }
}
