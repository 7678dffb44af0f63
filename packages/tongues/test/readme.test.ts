import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { profileOf } from '../src/profiles/profiles.ts'
import { readExpected } from '../src/run/expected-failures.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongues-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [profile = '', expected = ''] = [
  ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm),
].map(([, text = '']) => text)

function save(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('the profile of the README is one', () => {
  expect(profileOf(save('profile.yaml', profile))).toMatchObject({ name: 'mine', directions: ['M>C', 'C>C'] })
})

test('the expected failures of the README are some', () => {
  expect(readExpected(save('expected.yaml', expected))).toMatchObject([{ case: 'endings/cut-sweep[M>C,stream]', issue: '#12' }])
})
