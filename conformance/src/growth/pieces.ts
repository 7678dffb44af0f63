import type { Json, JsonObject } from '@interlingua/core'

/** Requests of one format, by the kind of member of which they have `n`. */
export type Bodies = Readonly<Record<string, (n: number) => JsonObject>>

export const list = <T>(n: number, item: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => item(i))
export const nested = (n: number): Json => (n <= 1 ? 1 : { a: nested(n / 2 - 1), b: nested(n / 2) })
export const unknown = (n: number): JsonObject => Object.fromEntries(list(n, (i) => [`unknown_${i}`, i]))
export const properties = (n: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(list(n, (i) => [`p${i}`, { type: 'string' }])),
})
export const references = (n: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(list(n, (i) => [`p${i}`, { $ref: '#/$defs/d' }])),
  $defs: { d: { type: 'string' } },
})
export const names = {
  one: () => 'same',
  bad: (i: number) => `bad.näme ${i}`,
  long: (i: number) => `${'x'.repeat(130)}${i}`,
  good: (i: number) => `tool_${i}`,
}

export const user = { role: 'user', content: 'hi' }
