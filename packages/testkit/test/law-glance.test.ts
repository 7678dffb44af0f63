import { createGlance, type Json } from '@interlingua/core'
import { expect, test } from 'vitest'
import { lawGlance } from '../src/index.ts'

const text = { safeParse: (value: unknown) => ({ success: value === undefined || typeof value === 'string' }) }
const count = { safeParse: (value: unknown) => ({ success: typeof value === 'number' && value >= 0 }) }
const shape = { name: text, size: count }
const schema = {
  shape,
  safeParse: (value: unknown) => {
    const { name, size } = value as { name?: unknown; size?: unknown } // the law gives objects
    return { success: text.safeParse(name).success && count.safeParse(size).success }
  },
}
const isText = (value: Json): boolean => typeof value === 'string'

test('a glance that keeps to its schema has nothing to be told', () => {
  const glance = createGlance(
    shape,
    new Map<unknown, (value: Json) => boolean>([
      [text, isText],
      [count, (value) => typeof value === 'number' && value >= 0],
    ]),
  )
  expect(lawGlance(schema, glance, { size: 1 })).toEqual([])
})

test('a glance that takes too much is told at which field, and one that knows nothing that it does not', () => {
  const lax = createGlance(
    shape,
    new Map<unknown, (value: Json) => boolean>([
      [text, isText],
      [count, (value) => typeof value === 'number'],
    ]),
  )
  expect(lawGlance(schema, lax, { size: 1 }).map(({ path }) => path)).toEqual(['/size', '/size'])
  expect(lawGlance(schema, () => false, { size: 1 })).toMatchObject([{ path: '', message: 'a plain document is not known' }])
  expect(lawGlance(schema, () => true, { size: 1 }).map(({ path }) => path)).toContain('/name')
})
