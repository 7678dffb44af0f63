import type { JsonObject } from '@interlingua/core'

const scalar: readonly string[] = ['string', 'number', 'boolean', 'null']

/** Widest schema of a closed dialect: objects need property names, so only scalars and lists of them are left. */
export function anyListable(): JsonObject {
  return { anyOf: [{ type: scalar }, { type: 'array', items: { type: scalar } }] }
}
