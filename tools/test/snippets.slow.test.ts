import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSnippetTypes, createSnippetFolder, type Demo, runSnippet, sendRequests, startDemo } from '../run-snippets.ts'
import { readSnippets, type Snippet, snippetPages } from '../snippets.ts'

const snippets = snippetPages.flatMap((page) => readSnippets(page)).filter(({ notChecked }) => notChecked === undefined)
const programs = snippets.filter(({ language }) => language === 'ts')
const requests = snippets.filter(({ language, text }) => language === 'sh' && text.includes('curl'))

/** Snippets that must run: those of the first page that a reader sees, and the first of each package. */
const run = programs.filter(
  ({ page, notRun }, at) =>
    notRun === undefined && (page === 'README.md' || (page !== programs[at - 1]?.page && /^(packages|apps)\//.test(page))),
)

const folder = createSnippetFolder()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(async () => {
  await demo.close()
  folder.remove()
})

function named(list: readonly Snippet[]): [string, Snippet][] {
  return list.map((each) => [`${each.page}:${each.line}`, each])
}

test('all programs in pages type-check', async () => {
  expect(await checkSnippetTypes(folder, programs)).toEqual([])
})

test.each(named(run))('%s runs', async (_place, each) => {
  expect(await runSnippet(folder, each, demo)).toBe('')
})

test.each(named(requests))('the demo answers the requests of %s', async (_place, { text }) => {
  expect(await sendRequests(text, demo)).toEqual([])
})

test('a program with a wrong type, one that throws, and a request for an unknown path are found', async () => {
  const wrong = { page: 'page.md', line: 1, language: 'ts', before: '', text: "const a: number = 'b'\nthrow new Error(a)\n" }
  expect((await checkSnippetTypes(folder, [wrong])).join('\n')).toContain('TS2322')
  expect(await runSnippet(folder, wrong, demo)).toContain('Error: b')
  expect(await sendRequests('curl http://127.0.0.1:8787/v1/nothing', demo)).toHaveLength(1)
})
