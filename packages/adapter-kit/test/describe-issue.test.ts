import { expect, test } from 'vitest'
import * as z from 'zod'
import { describeIssue } from '@interlingua/core/adapter'

function told(schema: z.ZodType, value: unknown): readonly unknown[] {
  const { error } = schema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue === undefined) throw new Error('the value fits')
  const { path, message } = describeIssue(issue)
  return [path.join('.'), message]
}

test.each<[string, z.ZodType, unknown, string, string]>([
  ['a type', z.object({ a: z.string() }), { a: 1 }, 'a', 'must be a string'],
  ['a number', z.object({ a: z.int() }), { a: 'x' }, 'a', 'must be a number'],
  ['half an integer', z.int(), 1.5, '', 'must be a whole number'],
  ['a list', z.array(z.string()), {}, '', 'must be a list'],
  ['an empty list', z.array(z.string()).min(1), [], '', 'must not be empty'],
  ['a short list', z.array(z.string()).min(2), ['a'], '', 'must have at least 2 entries'],
  ['an empty text', z.string().min(1), '', '', 'must not be empty'],
  ['a long text', z.string().max(1), 'ab', '', 'must have at most 1 character'],
  ['a small number', z.number().min(3), 2, '', 'must be at least 3'],
  ['a number that is none too many', z.number().positive(), 0, '', 'must be greater than 0'],
  ['a large number', z.number().max(3), 4, '', 'must be at most 3'],
  ['one of several words', z.enum(['a', 'b', 'c']), 'd', '', 'must be a, b or c'],
  ['one word', z.literal('a'), 'd', '', 'must be a'],
  ['unknown keys', z.strictObject({}), { a: 1, b: 2 }, '', 'unknown keys: a and b'],
  ['an address', z.url({ protocol: /^https?$/ }), 'localhost:1', '', 'must be a URL such as https://example.com'],
  ['one of two types', z.object({ a: z.union([z.string(), z.array(z.string())]) }), { a: 1 }, 'a', 'must be a string or a list'],
  ['the branch that came nearest', z.union([z.string(), z.array(z.object({ b: z.string() }))]), [{ b: 1 }], '0.b', 'must be a string'],
  [
    'the kind of a union',
    z.discriminatedUnion('t', [z.object({ t: z.literal('x') }), z.object({ t: z.literal('y') })]),
    { t: 'z' },
    't',
    'must be x or y',
  ],
  ['words of its own', z.string().refine(() => false, 'must be lovely'), 'a', '', 'must be lovely'],
])('%s', (_, schema, value, path, message) => {
  expect(told(schema, value)).toEqual([path, message])
})

test('no word of the library is left', () => {
  const schemas = [
    z.date(),
    z.nan(),
    z.map(z.string(), z.string()),
    z.email(),
    z.templateLiteral(['a', z.number()]),
    z.never(),
    z.set(z.string()),
    z.uuid(),
    z.bigint(),
    z.number().multipleOf(2),
  ]
  for (const schema of schemas)
    for (const value of [1, '', [], {}, null, true]) {
      const { error } = schema.safeParse(value)
      for (const issue of error?.issues ?? [])
        expect(describeIssue(issue).message).not.toMatch(/Invalid input|Too (small|big)|expected .*received/)
    }
})
