import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readScoreboard } from '../src/commands/scoreboard.ts'
import { score } from '../src/commands/score.ts'
import { reportOf, type Report } from '../src/report/json-report.ts'
import { scoreFileOf, type ScoreFile } from '../src/report/score-file.ts'
import { loadCases, packageFolder, readChecked } from '../src/run/load-cases.ts'
import type { Result, Verdict } from '../src/run/outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongues-scores-'))
afterAll(() => rmSync(folder, { recursive: true }))

const cases = loadCases()

function resultOf(id: string, direction: string, verdict: Verdict, stream = false): Result {
  const [from = '', to = ''] = direction.split('>')
  const name = `${id}[${direction}${stream ? ',stream' : ''}]`
  return { name, id, from, to, stream, axis: 'carried', verdict, scored: true, checks: [], ms: 1 }
}

function report(results: readonly Result[], more: Partial<Report> = {}): Report {
  const gateway = { name: 'mine', profile: 'plain', version: '2' }
  const made = reportOf({
    version: '0.1.0',
    suite: '1.0',
    judges: {},
    gateway,
    mode: 'through',
    seed: 1,
    cases,
    results,
    began: new Date(0),
    seconds: 1,
  })
  return { ...made, ...more }
}

const results = [
  resultOf('tools/many', 'M>C', 'pass'),
  resultOf('tools/many', 'M>R', 'silent loss'),
  resultOf('tools/many', 'M>R', 'silent loss', true),
  resultOf('content/stop', 'C>R', 'wrong', true),
]

test('two runs that agree make a score that is valid by its published schema', () => {
  const paths = ['one', 'two'].map((name) => join(folder, `${name}.json`))
  for (const path of paths) writeFileSync(path, JSON.stringify(report(results)))
  const out = join(folder, 'score.json')
  expect(score([...paths, '--out', out])).toBe(0)
  expect(readChecked(out, 'score')).toMatchObject({
    gateway: { name: 'mine', version: '2' },
    counts: { pass: 1, 'silent loss': 2, wrong: 1 },
    failures: { 'tools/many': { 'silent loss': ['M>R', 'M>R,stream'] }, 'content/stop': { wrong: ['C>R,stream'] } },
  })
})

test('a permutation in five hundred may differ between the runs: the worse verdict counts, and it is named', () => {
  const many = Array.from({ length: 500 }, (_, number) => resultOf(`tools/case-${number}`, 'M>C', 'pass'))
  const other = [...many.slice(0, 499), resultOf('tools/case-499', 'M>C', 'unsaid end')]
  expect(scoreFileOf(report(many), report(other))).toMatchObject({
    unsteady: { 'tools/case-499[M>C]': ['pass', 'unsaid end'] },
    counts: { pass: 499, 'unsaid end': 1 },
    failures: { 'tools/case-499': { 'unsaid end': ['M>C'] } },
    score: { axes: { carried: { score: 99.8 } } },
  })
  expect(() => scoreFileOf(report(many.slice(1)), report(other.slice(1)))).toThrow('tools/case-499[M>C]: pass, then unsaid end')
})

test('two runs that differ more make none, and say where', () => {
  const other = [...results.slice(0, 3), resultOf('content/stop', 'C>R', 'pass', true)]
  expect(() => scoreFileOf(report(results), report(other))).toThrow('content/stop[C>R,stream]: wrong, then pass')
  expect(() => scoreFileOf(report(results), report(results.slice(1)))).toThrow('tools/many[M>C]: pass, then not run')
  expect(() => scoreFileOf(report(results.slice(1)), report(results))).toThrow('3 permutations, then 4')
})

test('runs of other versions, and those that were stopped, make none', () => {
  const gateway = { name: 'mine', profile: 'plain' }
  expect(() => scoreFileOf(report(results), report(results, { gateway: { ...gateway, version: '3' } }))).toThrow(
    'version of the gateway: 2 and 3',
  )
  expect(() => scoreFileOf(report(results, { gateway }), report(results))).toThrow('--gateway-version')
  expect(() => scoreFileOf(report(results), report(results, { seed: 2 }))).toThrow('seed: 1 and 2')
  expect(() => scoreFileOf(report(results, { partial: true }), report(results))).toThrow('stopped')
})

const committed = join(packageFolder, 'scores')
const files = globSync('*.json', { cwd: committed })

test('the page of the scores is the one of the committed scores', () => {
  expect(files.length).toBeGreaterThan(2)
  expect(readFileSync(join(packageFolder, '../../docs/scoreboard.md'), 'utf8')).toBe(readScoreboard(committed))
})

test.each(files)('the score in %s is of the cases that there are', (file) => {
  const ids = new Set(cases.map(({ id }) => id))
  const { failures } = readChecked(join(committed, file), 'score') as ScoreFile // by its schema
  expect(Object.keys(failures).filter((id) => !ids.has(id))).toEqual([])
})

test('each note is on a case that its gateway fails', () => {
  const stale = globSync('notes/*.yaml', { cwd: committed }).flatMap((file) => {
    const { gateway, notes } = readChecked(join(committed, file), 'notes') as { gateway: string; notes: readonly { case: string }[] } // by its schema
    const { failures } = readChecked(join(committed, `${gateway}.json`), 'score') as ScoreFile // by its schema
    return notes
      .filter(({ case: name }) => failures[name.replace(/\[.*$/, '')] === undefined)
      .map(({ case: name }) => `${gateway}: ${name}`)
  })
  expect(stale).toEqual([])
})
