import { expect, test } from 'vitest'
import { readSourcePage, renderPage, toPage } from '../pages/markdown-page.ts'
import { sourcePages } from '../pages/site-map.ts'

const bodyOf = (prose: string, file = 'docs/guide/start.md', base = '/'): string => toPage(file, 'x', `# Title\n\n${prose}\n`, base).body

test('a link to another file is a link to its page', () => {
  expect(bodyOf('See [keys](keys-and-limits.md#keys) and [agents](../agents.md).')).toBe(
    'See [keys](/guide/keys-and-limits/#keys) and [agents](/agents/).',
  )
})

test('a link keeps the path below which the site is served', () => {
  expect(bodyOf('[the model](../model/README.md), [home](../../README.md)', undefined, '/some/docs/')).toBe(
    '[the model](/some/docs/model/), [home](/some/docs/)',
  )
})

test('a link to a folder with a README is a link to its page', () => {
  expect(bodyOf('[core](../../packages/core)')).toBe('[core](/packages/core/)')
})

test('a page that is called by its file is called by its title', () => {
  expect(bodyOf('[install.md](install.md)')).toBe('[Install the gateway](/guide/install/)')
})

test('a link to a file that is no page leads to the repository', () => {
  expect(bodyOf('[breaker](../../packages/upstreams/src/breaker.ts)')).toBe(
    '[breaker](https://github.com/interlingua/interlingua/blob/main/packages/upstreams/src/breaker.ts)',
  )
})

test('a link to what is not there is an error that names both', () => {
  expect(() => bodyOf('[gone](gone.md)')).toThrow('docs/guide/start.md links to gone.md, which is not there')
})

test('other sites and anchors stay, and so does what stands in code', () => {
  const prose = '[a](https://example.com/b.md), [c](#d)\n\n```md\n[e](gone.md) <!-- f -->\n```'
  expect(bodyOf(prose)).toBe(prose)
})

test('comments are for those who write', () => {
  expect(bodyOf('One.\n\n<!-- snippet: after\nimport x from "y"\n-->\n```ts\nx()\n```')).toBe('One.\n\n```ts\nx()\n```')
})

test('the description is the first sentence, as plain text', () => {
  expect(toPage('docs/guide/start.md', 'x', '# `A`\n\nSay *one* [thing](install.md). And another.\n', '/')).toMatchObject({
    title: 'A',
    description: 'Say one thing.',
  })
})

test('a file without a heading is no page', () => {
  expect(() => toPage('docs/guide/start.md', 'x', 'Text.\n', '/')).toThrow('docs/guide/start.md does not begin with a heading')
})

test.each(sourcePages.map((page) => [page.file, page] as const))('%s is a page', (_file, page) => {
  const read = readSourcePage(page, '/')
  expect(read.body).not.toMatch(/\]\((?!\/|https?:|#|mailto:)/)
  expect(renderPage(read)).toMatch(/^---\ntitle: "[^\n]+"\ndescription: "[^\n]+"\n---\n/)
})
