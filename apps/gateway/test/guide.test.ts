import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'

const folder = new URL('../../../docs/guide/', import.meta.url)

/** Scripts on all pages of the guide. Configurations are checked with all other snippets, by tools/test/snippets.test.ts. */
function readScripts(): readonly (readonly [page: string, text: string])[] {
  return globSync('*.md', { cwd: folder }).flatMap((page) =>
    [...readFileSync(new URL(page, folder), 'utf8').matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text = '']) => [page, text] as const),
  )
}

describe('requests of the guide', () => {
  const calls = readScripts().flatMap(([page, text]) =>
    [...text.replaceAll('\\\n', '').matchAll(/^curl "?http:\/\/127\.0\.0\.1:8787(\/v1[^\s"]*)"?.*?-d '([^']*)'/gm)].map(
      ([, path = '', body = '']) => [`${page}: ${path}`, path, body] as const,
    ),
  )
  test('there are some', () => expect(calls.length).toBeGreaterThan(4))
  test('get what they ask for', async () => {
    const { url } = await startGateway({ demo: true })
    for (const [place, path, body] of calls) expect([place, (await post(url + path, body)).status]).toEqual([place, 200])
  })
})
