import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../src/index.ts'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'

const folder = new URL('../../../docs/guide/', import.meta.url)

/** The code blocks of a language on all pages of the guide. */
function blocksOf(language: string): readonly (readonly [page: string, text: string])[] {
  return globSync('*.md', { cwd: folder }).flatMap((page) =>
    [...readFileSync(new URL(page, folder), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
      ([, text = '']) => [page, text] as const,
    ),
  )
}

describe('configurations of the guide', () => {
  const files = blocksOf('yaml')
  test('there are some', () => expect(files.length).toBeGreaterThan(1))
  test.each(files)('%s can be used', (_page, text) => {
    expect(parseConfig(text, 'interlingua.yaml').channels.length).toBeGreaterThan(0)
  })
})

describe('requests of the guide', () => {
  const calls = blocksOf('sh').flatMap(([page, text]) =>
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
