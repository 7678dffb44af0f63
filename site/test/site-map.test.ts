import { expect, test } from 'vitest'
import { agentEntries } from '../pages/agent-pages.ts'
import { sidebarOf, slugOf, slugsIn, sourcePages } from '../pages/site-map.ts'

const slugs = slugsIn(sidebarOf({ agents: agentEntries, api: [] }))

test('the side bar leads to each page, once', () => {
  expect([...slugs].toSorted()).toEqual([...new Set(slugs)].toSorted())
  expect(sourcePages.map(({ slug }) => slug).filter((slug) => !slugs.includes(slug))).toEqual([])
})

test('an address is the path without docs, and of a README that of its folder', () => {
  expect(slugOf('docs/guide/README.md')).toBe('guide')
  expect(slugOf('docs/guide/keys-and-limits.md')).toBe('guide/keys-and-limits')
  expect(slugOf('packages/core/README.md')).toBe('packages/core')
  expect(slugOf('ARCHITECTURE.md')).toBe('architecture')
})
