import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'

const root = join(import.meta.dirname, '../../../..')
const page = readFileSync(join(root, 'docs/guide/operation.md'), 'utf8')

/** Words in backquotes in the first columns of the tables of a section. */
function wordsOf(heading: string): readonly string[] {
  const [, section = ''] = page.split(`### ${heading}\n`)
  const rows = (section.split('\n### ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word))
}

const sources = globSync(['packages/*/src/**/*.ts', 'apps/gateway/src/**/*.ts'], { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
)

test('the guide names each event that the code writes to the log, and no other', () => {
  const written = new Set(
    sources.flatMap((text) =>
      [
        ...text.matchAll(
          /(?:\bevent|og\.write|observer\.event)\(\s*(?:'(?:debug|info|warn|error)'|state === 'open' \? 'warn' : 'info'),\s*'([\w-]+)'/g,
        ),
      ].map(([, name = '']) => name),
    ),
  )
  expect(written.size).toBeGreaterThan(12)
  const words = wordsOf('Log')
  expect(words.slice(words.indexOf('event') + 1).toSorted()).toEqual([...written].toSorted())
})

test('the guide names each field of a request in the log', async () => {
  const { url, log } = await startGateway()
  const ask = { model: 'demo-chat', max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }], top_k: 3 }
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await post(`${url}/v1/messages`, ask, { 'x-request-id': 'mine', traceparent })
  await post(`${url}/v1/chat/completions`, ask)
  await post(`${url}/v1/messages`, { ...ask, model: 'nobody-has-it' })
  await waitFor(() => log().filter(({ status }) => status !== undefined).length === 3)
  const named = wordsOf('Log')
  const fields = new Set(
    log()
      .filter(({ status }) => status !== undefined)
      .flatMap(Object.keys),
  )
  expect(fields.size).toBeGreaterThan(15)
  expect([...fields].filter((field) => !named.includes(field))).toEqual([])
})

test('the guide names each code of failure', () => {
  const [, list = ''] = readFileSync(join(root, 'packages/core/src/failure.ts'), 'utf8').split('export type FailureCode =')
  const codes = [...(list.split('\n\n')[0] ?? '').matchAll(/'([\w-]+)'/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(18)
  // Records have one more, for a process that was killed.
  expect(wordsOf('Codes of failures').toSorted()).toEqual([...codes, 'interrupted'].toSorted())
})
