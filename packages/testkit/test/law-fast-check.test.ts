import type { Json } from '@interlingua/core'
import { createFastCheck } from '@interlingua/core/adapter'
import { expect, test } from 'vitest'
import { lawFastCheck } from '../src/index.ts'

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

test('a fast check that keeps to its schema has nothing to be told', () => {
  const fastCheck = createFastCheck(
    shape,
    new Map<unknown, (value: Json) => boolean>([
      [text, isText],
      [count, (value) => typeof value === 'number' && value >= 0],
    ]),
  )
  expect(lawFastCheck(schema, fastCheck, { size: 1 })).toEqual([])
})

test('a fast check that takes too much is told at which field, and one that knows nothing that it does not', () => {
  const lax = createFastCheck(
    shape,
    new Map<unknown, (value: Json) => boolean>([
      [text, isText],
      [count, (value) => typeof value === 'number'],
    ]),
  )
  expect(lawFastCheck(schema, lax, { size: 1 }).map(({ path }) => path)).toEqual(['/size', '/size'])
  expect(lawFastCheck(schema, () => false, { size: 1 })).toMatchObject([{ path: '', message: 'a plain document is not known' }])
  expect(lawFastCheck(schema, () => true, { size: 1 }).map(({ path }) => path)).toContain('/name')
})
