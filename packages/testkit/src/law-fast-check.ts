import { pointer, type Json, type JsonObject } from '@interlingua/core'
import type { Violation } from './violation.ts'

/** Schema of an object, from any schema library. */
interface ObjectSchema {
  readonly shape: Readonly<Record<string, unknown>>
  safeParse(value: unknown): { readonly success: boolean }
}

const values: readonly Json[] = [
  null,
  true,
  '',
  'text',
  0,
  -1,
  1.5,
  2 ** 60,
  Number.NaN,
  [],
  ['x'],
  [1],
  [null],
  [{}],
  [{ type: 'text' }],
  {},
  { type: 'x' },
  { type: 1 },
  { input_tokens: 'x', output_tokens: 1 },
  { input_tokens: 1, output_tokens: 2 },
]

/**
 * Law "fast check": `isPlain` accepts no document that the schema refuses, tried with each field in each kind of value, and with each field
 * of `plain` left out. `plain` is a document that it must accept.
 */
export function lawFastCheck(schema: ObjectSchema, isPlain: (document: JsonObject) => boolean, plain: JsonObject): readonly Violation[] {
  const violations: Violation[] = []
  const say = (key: string, message: string): void => void violations.push({ law: 'fast-check', path: pointer('', key), message })
  const judge = (key: string, document: JsonObject, what: string): void => {
    if (isPlain(document) && !schema.safeParse(document).success) say(key, `${what} is taken for plain, and the schema refuses it`)
  }
  for (const key of Object.keys(schema.shape)) for (const value of values) judge(key, { ...plain, [key]: value }, JSON.stringify(value))
  for (const key of Object.keys(plain)) {
    const { [key]: _, ...rest } = plain
    judge(key, rest, 'its absence')
  }
  if (!isPlain(plain)) violations.push({ law: 'fast-check', path: '', message: 'a plain document is not known' })
  return violations
}
