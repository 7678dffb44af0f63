import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { badgeOf } from '../src/report/badge.ts'
import { htmlOf } from '../src/report/html.ts'
import { reportOf } from '../src/report/json-report.ts'
import { junitOf } from '../src/report/junit.ts'
import { loadCases, packageFolder } from '../src/run/load-cases.ts'
import type { Result } from '../src/run/outcome.ts'

const hostile = '<script>alert(1)</script>"&\u0007'
const results: readonly Result[] = [
  {
    name: 'tools/many[M>C]',
    id: 'tools/many',
    from: 'M',
    to: 'C',
    stream: false,
    axis: 'carried',
    verdict: 'pass',
    scored: true,
    checks: [],
    ms: 3,
  },
  {
    name: 'endings/cut-sweep[M>C,stream]',
    id: 'endings/cut-sweep',
    from: 'M',
    to: 'C',
    stream: true,
    axis: 'endings',
    verdict: 'false success',
    scored: true,
    checks: [{ id: 'client: end', verdict: 'false success', expected: 'failed', got: hostile }],
    wires: [{ clientSent: hostile, upstreamGot: [hostile], upstreamSent: [hostile], clientGot: hostile, curl: hostile }],
    ms: 4,
  },
  {
    name: 'endings/draft-cut[M>B,stream]',
    id: 'endings/draft-cut',
    from: 'M',
    to: 'B',
    stream: true,
    axis: 'endings',
    verdict: 'false success',
    scored: false,
    checks: [{ id: 'client: end', verdict: 'false success', expected: 'failed', got: 'complete' }],
    ms: 4,
  },
]
const report = reportOf({
  version: '0.1.0',
  suite: '1.0',
  judges: { openai: '7.57.0' },
  gateway: { name: 'mine', profile: 'plain', version: '2' },
  mode: 'through',
  seed: 1,
  cases: loadCases(),
  results,
  began: new Date(0),
  seconds: 1.5,
})

test('a report is valid by its published schema', () => {
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(packageFolder, 'schema/report.schema.json'), 'utf8')) as object,
  )
  expect([validate(JSON.parse(JSON.stringify(report))), validate.errors]).toEqual([true, null])
})

test('nothing of a wire is read as part of the page, and the page asks for nothing', () => {
  const page = htmlOf(report)
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/<(link|img|iframe)|src=|url\(|@import/)
  expect(page).toContain('&lt;script&gt;')
  expect(page).toContain('false success')
})

test('JUnit has a suite an axis, and the failure with its rule', () => {
  const text = junitOf(report)
  expect(text).toContain('<testsuite name="endings" tests="1" failures="1" skipped="0">')
  expect(text).toContain('Wherever the upstream')
  expect(text).not.toContain('\u0007')
  expect(text).toContain('<testsuite name="drafts" tests="1" failures="0" skipped="1">')
})

test('drafts have a part of their own on the page, and no place in the table of cases', () => {
  const page = htmlOf(report)
  expect(page).toContain('0 of 1')
  expect(page.indexOf('endings/draft-cut')).toBeGreaterThan(page.indexOf('id="drafts"'))
})

test('a false success makes the badge red', () => {
  expect(badgeOf(report)['badge.json']).toContain('"color":"red"')
  expect(badgeOf(report)['badge.svg']).toContain('of 1/16')
})
