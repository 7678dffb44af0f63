import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ruleLists } from '../src/rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('{packages,apps}/*/test/**/*.test.ts', { cwd: root }).concat(
  globSync('{conformance,tools}/test/**/*.test.ts', { cwd: root }),
)
/** Names of all tests of the repository: the first text in a call of test, it or describe, tables included. */
const names = files.flatMap((file) =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/\b(?:test|it|describe)(?:\.\w+(?:\([^\n]*?\))?)*\(\s*(['"`])(.*?)\1/gs)].map(
    ([, , name]) => name ?? '',
  ),
)
/** Names that are not the first argument on their line, as in `test.each(…)(`. */
const texts = files.flatMap((file) =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/['"`]((?:pitfall|client) [0-9F.]+: [^\n]*?)['"`]\s*,/g)].map(
    ([, name]) => name ?? '',
  ),
)

describe.each(ruleLists)('the list of $word rules', ({ word, rules, waiting }) => {
  const proven = new Set(
    [...names, ...texts].flatMap((name) =>
      [...name.matchAll(new RegExp(`\\b${word} (F?[0-9]+(?:\\.[0-9]+)?)(?=:)`, 'g'))].map(([, rule]) => rule ?? ''),
    ),
  )

  test('there are tests to look at', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(proven.size).toBeGreaterThan(0)
  })

  test('each rule has a test named by its number, or waits for a reason', () => {
    expect(rules.filter((rule) => !proven.has(rule) && !(rule in waiting))).toEqual([])
  })

  test('no rule waits that has a test already, and none waits that does not exist', () => {
    expect(Object.keys(waiting).filter((rule) => proven.has(rule) || !rules.includes(rule))).toEqual([])
  })
})
