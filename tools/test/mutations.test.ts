import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { faults } from '../mutation-table.ts'
import { findFault, testsOf } from '../mutations.ts'
import { root } from '../workspace.ts'

test.each(faults.map((fault) => [fault.folder, fault.text, fault] as const))(
  '%s has the line of a fault once, and its tests: %s',
  (_, _text, fault) => {
    expect(existsSync(join(root, findFault(fault)))).toBe(true)
    expect(testsOf(fault).filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)

test('a fault whose text is gone, or stands twice, is an error', () => {
  const base = mkdtempSync(join(tmpdir(), 'interlingua-fault-'))
  atEnd(() => rmSync(base, { recursive: true }))
  mkdirSync(join(base, 'packages/a/src/deep'), { recursive: true })
  writeFileSync(join(base, 'packages/a/src/one.ts'), 'x < y || x < z')
  writeFileSync(join(base, 'packages/a/src/deep/two.ts'), 'x > y; x < z')
  const find = (text: string): string => findFault({ folder: 'packages/a', text, fault: '' }, base)
  expect(find('x > y')).toBe('packages/a/src/deep/two.ts')
  expect(() => find('x = y')).toThrow('0 times')
  expect(() => find('x < z')).toThrow('2 times')
})
