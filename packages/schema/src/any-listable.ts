import type { JsonObject } from '@interlingua/core'

const scalar: readonly string[] = ['string', 'number', 'boolean', 'null']

/** The widest schema that a closed dialect can say: objects need names, so only scalars and lists of them are left. */
export function anyListable(): JsonObject {
  return { anyOf: [{ type: scalar }, { type: 'array', items: { type: scalar } }] }
}
