import { expect, test } from 'vitest'
import { compare, draftExpected } from '../src/run/expected-failures.ts'
import { axisOf, type Result, type Verdict } from '../src/run/outcome.ts'
import { scoreOf } from '../src/run/score.ts'

const result = (id: string, verdict: Verdict, direction = 'M>C'): Result => ({
  name: `${id}[${direction}]`,
  id,
  from: direction.slice(0, 1),
  to: direction.slice(2),
  stream: false,
  axis: axisOf(id),
  verdict,
  scored: true,
  checks: verdict === 'pass' ? [] : [{ id: 'upstream: calls', verdict }],
  ms: 1,
})
const today = '2026-11-27'
const results = [result('tools/a', 'wrong'), result('tools/b', 'pass'), result('endings/c', 'false success'), result('honest/d', 'named')]

test('a failure that is listed is expected, by name, by id, and for a while by axis', () => {
  for (const entry of ['tools/a[M>C]', 'tools/a', 'tools/*'])
    expect(compare(results, [{ case: entry, reason: 'r' }], true, today).expected.map(({ id }) => id)).toEqual(['tools/a'])
  expect(compare(results, [{ case: 'tools/*', reason: 'r', until: '2026-11-01' }], true, today).unexpected).toHaveLength(2)
})

test('a failure that is not listed, or is of another kind, is a regression', () => {
  expect(compare(results, [], true, today).unexpected.map(({ id }) => id)).toEqual(['tools/a', 'endings/c'])
  expect(compare(results, [{ case: 'endings/c', verdict: 'unsaid end', reason: 'r' }], true, today).unexpected).toHaveLength(2)
})

test('an entry of which nothing fails any more is stale', () => {
  expect(compare(results, [{ case: 'tools/b', reason: 'r' }], true, today).stale).toHaveLength(1)
})

test('an entry that names nothing is unknown, but not in a run of a part', () => {
  expect(compare(results, [{ case: 'tools/zzz', reason: 'r' }], true, today).unknown).toHaveLength(1)
  expect(compare(results, [{ case: 'tools/zzz', reason: 'r' }], false, today).unknown).toHaveLength(0)
})

test('a draft lists the failures', () => {
  expect(draftExpected(results).split('\n')).toHaveLength(3)
  expect(draftExpected([])).toBe('[]\n')
})

test('an axis is the mean of its cases, a case that of its directions, and alarms are counted', () => {
  const score = scoreOf([...results, result('tools/a', 'pass', 'C>M'), result('tools/e', 'not offered')])
  expect(score.axes.carried).toEqual({ score: 75, cases: 2 })
  expect(score.axes.honest).toEqual({ score: 100, cases: 1 })
  expect(score.axes.endings?.score).toBe(0)
  expect(score.alarms).toBe(1)
  expect(score.offered).toBe(2)
})
