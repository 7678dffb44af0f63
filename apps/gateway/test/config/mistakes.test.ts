import { readFileSync } from 'node:fs'
import { isJsonObject } from '@interlingua/core'
import { expect, test } from 'vitest'
import { configJsonSchema } from '../../src/config/json-schema.ts'
import { nearest } from '../../src/config/nearest.ts'
import { fileMistakes, soundChannel } from './file-mistakes.ts'
import { messageOf, mistakesPage } from './mistakes-page.ts'

function inChannel(line: string): string {
  return `${soundChannel}    ${line}\n`
}

test('the page of mistakes says what is said', async () => {
  // Another one is written by `node apps/gateway/test/config/mistakes-page.ts > docs/mistakes.md`.
  expect(readFileSync(new URL('../../../../docs/mistakes.md', import.meta.url), 'utf8')).toBe(await mistakesPage())
})

test('it has at least eighty mistakes of files, and none of them is accepted', () => {
  const messages = fileMistakes.flatMap(({ wrap, parts }) => parts.map((part) => messageOf(wrap(part))))
  expect(messages.length).toBeGreaterThanOrEqual(80)
  expect(messages).not.toContain('accepted')
})

test('a secret is never quoted', () => {
  for (const line of [
    'apiKey: [sk-made-up]',
    'headers: { x-key: [sk-made-up] }',
    'headers: sk-made-up',
    'proxy: "me:sk-made-up@proxy"',
    'baseUrl: "me:sk-made-up@host"',
  ])
    expect(messageOf(line.startsWith('baseUrl') ? soundChannel.replace(/baseUrl.*/, line) : inChannel(line))).not.toMatch(
      /sk-made-up|accepted/,
    )
})

test('ten mistakes are told at once, and how many more there are', () => {
  const keys = Array.from({ length: 14 }, (_, index) => `wrong${index}: 1`).join('\n')
  const lines = messageOf(`${soundChannel}${keys}\n`).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('and 4 more')
})

/** Words of validators, which say nothing to a user. */
const foreign = /\bexpected\b|\breceived\b|Invalid input|Invalid option|Too (?:small|big)|undefined|\[object|NaN|\bregex\b/i

/** Values of each kind of JSON, as flow YAML. */
const values = ['"wrong"', '-7', '1.5', 'true', 'null', '[]', '[[]]', '{}', '{ wrong: 1 }']

/** Texts of files with a wrong value at each place that the schema knows. */
function* wrongFiles(schema: unknown, wrap: (value: string) => string, depth = 0): Generator<string> {
  for (const value of values) yield wrap(value)
  if (!isJsonObject(schema) || depth > 5) return
  for (const branch of [schema, ...[schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []))]) {
    if (!isJsonObject(branch)) continue
    if (isJsonObject(branch['properties']))
      for (const [key, inner] of Object.entries(branch['properties']))
        yield* wrongFiles(inner, (value) => wrap(`{ "${key}": ${value} }`), depth + 1)
    if (isJsonObject(branch['items'])) yield* wrongFiles(branch['items'], (value) => wrap(`[${value}]`), depth + 1)
    if (branch !== schema && isJsonObject(branch['anyOf'])) yield* wrongFiles(branch, wrap, depth + 1)
  }
}

test('a value of any kind at any place of the schema is told with its line, and without words of the validator', () => {
  let told = 0
  for (const text of wrongFiles(configJsonSchema(), (value) => value)) {
    const message = messageOf(text)
    if (message === 'accepted') continue
    told++
    for (const line of message.split('\n')) {
      expect(line).toMatch(/^f:\d+:\d+: \S.*: \S|^f:1:1: |^and \d+ more$/)
      expect({ text, line: foreign.test(line) ? line : '' }).toEqual({ text, line: '' })
    }
  }
  expect(told).toBeGreaterThan(1500)
})

test.each([
  ['baseurl', ['baseUrl', 'models'], 'baseUrl'],
  ['base_url', ['baseUrl', 'models'], 'baseUrl'],
  ['modles', ['name', 'models'], 'models'],
  ['upsteam', ['upstream', 'name'], 'upstream'],
  ['vf-4', ['vf-1', 'vf-2'], undefined],
  ['something', ['baseUrl', 'models'], undefined],
  ['', ['a'], undefined],
])('nearest to %j of %j is %s', (word, known, found) => {
  expect(nearest(word, known)).toBe(found)
})
