import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtPage } from './support/built-page.ts'

/** Largest sizes in bytes, compressed by gzip: the first view, and all files of the page. */
const limits = { first: 50_000, all: 200_000 }

test('the page stays within its budget, and each file lies beside its compressed forms', async () => {
  const folder = await builtPage()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:html|js|css|svg)$/.test(name))
  const sizeOf = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = ['index.html', ...files.filter((name) => index.includes(name))]
  const sums = { first: 0, all: 0 }
  for (const name of files) {
    const size = sizeOf(name)
    sums.all += size
    if (first.includes(name)) sums.first += size
    console.log(`${name}: ${size} bytes`)
    expect(readFileSync(join(folder, `${name}.gz`)).length).toBeLessThanOrEqual(size)
    expect(readFileSync(join(folder, `${name}.br`)).length).toBeGreaterThan(0)
    if (name !== 'index.html') expect(name).toMatch(/^assets\/[\w-]+-[\w-]{8}\.\w+$/)
  }
  console.log(`first view ${sums.first} bytes, all ${sums.all} bytes`)
  // The page, its icon and style, and at least one script.
  expect(first.length).toBeGreaterThanOrEqual(4)
  expect(sums.first).toBeLessThanOrEqual(limits.first)
  expect(sums.all).toBeLessThanOrEqual(limits.all)
  // Scripts and styles in line would be refused by the policy of the page.
  expect(index).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/)
})
