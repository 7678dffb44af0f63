import type { Json } from '@interlingua/core'

/** The items of an input: a text is one message. */
export function inputItems(input: Json | undefined): readonly Json[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? (input as readonly Json[]) : [] // an array of JSON holds JSON
}
