import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../workspace.ts'

const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md', 'examples/*.md', 'clients/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})

test('there are pages', () => expect(pages.length).toBeGreaterThan(20))

test.each(pages)('%s links to what is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#', 1)[0] ?? '')
  const missing = links.filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)))
  expect(missing).toEqual([])
})
