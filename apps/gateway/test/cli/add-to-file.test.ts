import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../temp-folder.ts'
import { cli } from './run-cli.ts'

const text = `channels: [{ name: a, format: chat, baseUrl: 'http://127.0.0.1:1', models: [m] }] # at home\n`

function inFolder(content?: string): { readonly file: string; readonly backups: () => number } {
  const folder = tempFolder('add-to-file')
  const file = join(folder, 'interlingua.yaml')
  if (content !== undefined) writeFileSync(file, content)
  vi.stubEnv('INTERLINGUA_CONFIG', file)
  return { file, backups: () => readdirSync(folder).filter((name) => name.endsWith('.bak')).length }
}

test('a price is shown, and written with --write', async () => {
  const { file, backups } = inFolder(text)
  const asked = ['prices', 'add', 'm', '--channel', 'a', '--input', '1.25', '--output', '10', '--cache-read', '0.1'] as const
  const line = '    - { model: m, channel: a, input: 1.25, output: 10, cacheRead: 0.1 }'
  expect(await cli(...asked)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`    4 + ${line}\n`),
    err: expect.stringContaining('--write'),
  })
  expect([readFileSync(file, 'utf8'), backups()]).toEqual([text, 0])
  const shown = JSON.parse((await cli(...asked, '--write', '--json')).out) as { readonly backup: string } // the command prints it so
  expect(shown.backup).toMatch(/\.bak$/)
  expect([readFileSync(file, 'utf8'), backups()]).toEqual([`${text}prices:\n  models:\n${line}\n`, 1])
})

test('a route is added with its fallbacks', async () => {
  const { file } = inFolder(text)
  expect(await cli('route', 'add', '*haiku*', '--to', 'm', '--fallback', 'm2', 'm3', '--write')).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(`${text}routes:\n  - { match: "*haiku*", to: m, fallbacks: [ m2, m3 ] }\n`)
  // The form in which the console shows it.
  expect(await cli('route', 'add', '--to=m', '--fallback=m2', '--fallback=--m3', '--write', '--', '-x')).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toContain('  - { match: -x, to: m, fallbacks: [ m2, --m3 ] }\n')
})

test('what cannot be added is an error, and the file stays', async () => {
  const none = inFolder()
  expect(await cli('route', 'add', 'a', '--to', 'b')).toMatchObject({ code: 1, err: expect.stringContaining(`there is no ${none.file}`) })
  const { file } = inFolder(`${text}nonsense: 1\n`)
  expect(await cli('route', 'add', 'a', '--to', 'b', '--write')).toMatchObject({
    code: 1,
    err: expect.stringContaining('interlingua.yaml:2:1'),
  })
  expect(await cli('route', 'add', 'a', '--write')).toMatchObject({ code: 1, err: expect.stringContaining('names no model') })
  expect(await cli('prices', 'add', 'm', '--input', '1')).toMatchObject({ code: 2, err: expect.stringContaining('--output') })
  expect(await cli('prices', 'add', 'm', '--input', '1', '--output', '0.0000001')).toMatchObject({ code: 2 })
  expect(readFileSync(file, 'utf8')).toBe(`${text}nonsense: 1\n`)
})
