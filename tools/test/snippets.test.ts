import { expect, test } from 'vitest'
import { checkSnippet, commandsOf, readSnippets, type Snippet, snippetPages } from '../snippets.ts'

const snippets = snippetPages.flatMap((page) => readSnippets(page))

function snippet(language: string, text: string): Snippet {
  return { page: 'page.md', line: 1, language, text, before: '' }
}

test('pages have snippets, and each exemption has a reason', () => {
  expect(snippets.length).toBeGreaterThan(60)
  for (const { page, line, notRun, notChecked } of snippets) {
    const reason = notChecked ?? notRun
    if (reason !== undefined) console.log(`${page}:${line} is not ${notChecked === undefined ? 'run' : 'checked'}: ${reason}`)
  }
})

test.each(snippets.map((each) => [`${each.page}:${each.line}`, each] as const))('%s is right', async (_place, each) => {
  expect(await checkSnippet(each)).toEqual([])
})

test('what stands before a snippet is hidden from readers', () => {
  const [only] = readSnippets('page.md', 'Text.\n\n<!-- snippet: after\nconst a = 1\n-->\n```ts\na\n```\n')
  expect(only).toMatchObject({ line: 6, language: 'ts', text: 'a\n', before: 'const a = 1' })
})

test('a reason is read, and a comment that is no directive or has no snippet is refused', () => {
  expect(readSnippets('page.md', '<!-- snippet: not run, it costs money -->\n\n```ts\na\n```\n')[0]?.notRun).toBe('it costs money')
  expect(() => readSnippets('page.md', '<!-- snippet: skip -->\n```ts\na\n```\n')).toThrow('is neither')
  expect(() => readSnippets('page.md', '<!-- snippet: after\nlet a -->\nText.\n')).toThrow('not in front of one')
})

test('a script is split into commands as a shell does', () => {
  expect(commandsOf('# first\nA=1 npm start -- key \\\n  list # all\nnpm test && node "a b" \'c\'"d"\n')).toEqual([
    ['A=1', 'npm', 'start', '--', 'key', 'list'],
    ['npm', 'test'],
    ['node', 'a b', 'cd'],
  ])
})

test.each([
  ['sh', 'interlingua key create team --requests-per-minuet 3', '--requests-per-minuet'],
  ['sh', 'npm start -- nothing', 'nothing'],
  ['sh', 'npm install @interlingua/nothing', '@interlingua/nothing'],
  ['sh', 'node tools/run.mjs pnpm nothing', 'no script nothing'],
  ['sh', 'node apps/nothing.ts', 'there is no apps/nothing.ts'],
  ['sh', 'nothing --at all', 'no check knows the program nothing'],
  ['json', '{', 'JSON'],
  ['yaml', 'channels:\n  - { name: a, format: chat, baseUrl: http://x, models: [m], circuit: {} }\n', 'circuitBreaker'],
  ['cobol', 'a', 'cobol'],
])('a wrong snippet is refused: %s %s', async (language, text, problem) => {
  expect((await checkSnippet(snippet(language, text))).join('\n')).toContain(problem)
})
