import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatFiles, formatName } from '../format-files.ts'
import { addImporter, refuseId } from '../new-format.ts'
import { root } from '../workspace.ts'

describe('the id of a new format', () => {
  it.each([
    ['', 'The format has no id. Give one: pnpm new-format acme'],
    ['Acme', 'Acme is no id of a package. Take lower-case letters, digits and single hyphens, at most 40, with a letter first.'],
    ['acme_chat', /^acme_chat is no id of a package/],
    ['acme--chat', /^acme--chat is no id/],
    ['../acme', /is no id/],
    ['4acme', /is no id/],
    ['a'.repeat(41), /is no id/],
    ['chat', /^packages\/chat exists already/],
    ['converse', /^packages\/converse exists already/],
    ['gateway', '@interlingua/gateway is the name of another package. Take another id.'],
    ['conformance', /name of another package/],
    ['new', 'new is a word that the code of a format needs itself. Take another id.'],
    ['edge', /is a word/],
    ['http', /is a word/],
  ])('%s is refused in plain words', (id, words) =>
    expect(refuseId(id)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words)),
  )

  it.each(['acme', 'acme-chat', 'acme2', 'x'])('%s is taken', (id) => expect(refuseId(id)).toBeUndefined())
})

describe('a new format', () => {
  it('has 12 files, which call it by its name in code', () => {
    const files = formatFiles({ id: 'acme-chat', name: formatName('acme-chat'), title: 'Acme Chat' })
    expect(Object.keys(files)).toHaveLength(12)
    expect(files['src/adapter.ts']).toContain('export const acmeChat = defineAdapter({')
  })

  it('stands in the lockfile between its neighbours, with versions that are there already', () => {
    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
    for (const id of ['acme-chat', 'zzz']) {
      const changed = addImporter(lock, id)
      const importers = [...changed.slice(0, changed.search(/^packages:$/m)).matchAll(/^ {2}(packages\/\S+):$/gm)].map(([, name]) => name)
      expect(importers).toEqual(importers.toSorted())
      expect(importers).toContain(`packages/${id}`)
      const start = changed.indexOf(`  packages/${id}:\n`)
      const entry = changed.slice(start, changed.indexOf('\n\n', start) + 2)
      expect(entry).toContain('version: link:../adapter-kit')
      expect(changed.replace(entry, '')).toBe(lock)
    }
  })
})
