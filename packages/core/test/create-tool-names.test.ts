import { createToolNames, deriveId } from '@interlingua/core/adapter'
import { expect, test } from 'vitest'

const rules = { illegal: /[^A-Za-z0-9_-]/g, limit: 64, kinds: true }

test('a legal name stays what it is; another becomes legal, with a suffix of its identity', () => {
  const names = createToolNames(rules)
  expect(names.declare({ name: 'read' }, false)).toEqual({ name: 'read' })
  expect(names.declare({ name: 'files.read', kind: 'function' }, false)).toEqual({
    name: `files_read_${deriveId('', '', 'files.read', 'function').slice(0, 8)}`,
  })
  expect(names.declare({ name: 'x'.repeat(90) }, false).name).toHaveLength(64)
})

test('a namespace becomes the beginning of a name, where the target has none', () => {
  const ref = { name: 'read', namespace: 'files' }
  expect(createToolNames(rules).declare(ref, false)).toEqual({ name: 'files__read' })
  expect(createToolNames({ ...rules, namespaces: true }).declare(ref, false)).toEqual(ref)
})

test('a name begins as the target wants it', () => {
  expect(createToolNames({ ...rules, begins: /^[a-z_]/ }).declare({ name: '1st' }, false).name).toMatch(/^_1st_[a-z2-7]{8}$/)
})

test('the same tool again has its name; another one of the name gets a name of its own', () => {
  const names = createToolNames(rules)
  const [ref, custom] = [{ name: 'a', kind: 'function' } as const, { name: 'a', kind: 'custom' } as const]
  expect([names.declare(ref, true), names.declare(ref, true)]).toEqual([{ name: 'a' }, { name: 'a' }])
  const { name } = names.declare(custom, true)
  expect(name).not.toBe('a')
  expect([names.nameOf(ref).name, names.nameOf(custom).name, names.nameOf({ name: 'a' }).name]).toEqual(['a', name, 'a'])
})

test('a name that is fixed is taken', () => {
  const names = createToolNames(rules)
  names.fix({ name: 'search', kind: 'builtin' }, 'web_search', true)
  expect(names.keeps({ name: 'web_search' })).toBe(false)
  expect(names.nameOf({ name: 'search', kind: 'builtin' })).toEqual({ name: 'web_search' })
})

test('100,000 tools of one name have names of their own, without a step for each pair', () => {
  const names = createToolNames(rules)
  const before = process.cpuUsage()
  const made = new Set<string>()
  for (let i = 0; i < 100_000; i++) made.add(names.declare({ name: 'same', kind: 'function' }, false).name)
  expect(made.size).toBe(100_000)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
})
