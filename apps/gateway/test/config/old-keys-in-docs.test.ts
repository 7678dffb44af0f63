import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renamedKeys } from '../../src/config/renamed-keys.ts'

const root = join(import.meta.dirname, '../../../..')

/** Old keys as a page would write them: `usage.keep`, `channels[].pace`; a bare word may mean anything, unless no English text has it. */
const written = renamedKeys
  .flatMap(({ within, old }) => {
    const path = [...within.filter((part) => part !== '*'), old]
    return [
      path.length > 1 ? path.join('.') : undefined,
      within.length > 1 ? [...within, old].join('.').replaceAll('.*', '[]') : undefined,
      /[A-Z]/.test(old) ? old : undefined,
    ]
  })
  .filter((key) => key !== undefined)

/** Pages that tell of the change itself. */
const exempt = /decisions\/|mistakes\.md|CHANGELOG/

test('pages write the keys of the configuration as they are now', () => {
  const pages = globSync(['docs/**/*.md', 'apps/*/README.md', 'packages/*/README.md', 'examples/*/README.md', '*.md'], {
    cwd: root,
  }).filter((file) => !exempt.test(file) && !file.includes('node_modules'))
  expect(pages.length).toBeGreaterThan(40)
  const found = pages.flatMap((file) => {
    const code = [...readFileSync(join(root, file), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.split(/[\s:,{}]+/)).flat()
    return code.filter((word) => written.includes(word)).map((word) => `${file}: ${word}`)
  })
  expect(found).toEqual([])
})
