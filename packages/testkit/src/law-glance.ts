import { pointer, type Json, type JsonObject } from '@interlingua/core'
import type { Violation } from './violation.ts'

/** A schema of an object, of whatever library. */
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
 * A glance takes nothing for plain that its schema refuses: each field with each kind of value, and each field of `plain` left out. `plain` is
 * a document that it must know.
 */
export function lawGlance(schema: ObjectSchema, isPlain: (document: JsonObject) => boolean, plain: JsonObject): readonly Violation[] {
  const violations: Violation[] = []
  const say = (key: string, message: string): void => void violations.push({ law: 'glance', path: pointer('', key), message })
  const judge = (key: string, document: JsonObject, what: string): void => {
    if (isPlain(document) && !schema.safeParse(document).success) say(key, `${what} is taken for plain, and the schema refuses it`)
  }
  for (const key of Object.keys(schema.shape)) for (const value of values) judge(key, { ...plain, [key]: value }, JSON.stringify(value))
  for (const key of Object.keys(plain)) {
    const { [key]: _, ...rest } = plain
    judge(key, rest, 'its absence')
  }
  if (!isPlain(plain)) violations.push({ law: 'glance', path: '', message: 'a plain document is not known' })
  return violations
}
