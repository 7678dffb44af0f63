import { describe, expect, it } from 'vitest'
import type { Part, Turn } from '../src/index.ts'
import { pairCalls } from '../src/lower/index.ts'
import type { PairingCode, PairingRules } from '../src/lower/index.ts'
import { runs } from '../../../tools/runs.ts'

const call = (callId: string, name: string, args = '{}'): Part => ({ type: 'tool-call', callId, name, kind: 'function', arguments: args })
const result = (callId: string, text: string): Part => ({ type: 'tool-result', callId, parts: [{ type: 'text', text }] })
const says = (text: string): Part => ({ type: 'text', text })
const a = (...parts: Part[]): Turn => ({ author: 'assistant', parts })
const u = (...parts: Part[]): Turn => ({ author: 'user', parts })

const targets = {
  messages: { place: 'next-turn', ids: 'unique', merge: true },
  contents: { place: 'own-turn', ids: 'any', merge: true },
  responses: { place: 'after-call', ids: 'unique', merge: false },
  chat: { place: 'turn-each', ids: 'turn', merge: false },
} as const

function run(target: keyof typeof targets, turns: readonly Turn[], more: Partial<PairingRules> = {}) {
  const codes: PairingCode[] = []
  const out = pairCalls(turns, {
    ...targets[target],
    orphanCalls: 'synthesize',
    missingResult: (c) => ({ type: 'tool-result', callId: c.callId, isError: true, parts: [{ type: 'text', text: 'none' }] }),
    report: (code) => void codes.push(code),
    ...more,
  })
  return { out, codes, pairs: pairsOf(out) }
}
const shapeOf = (t: Turn) =>
  `${t.author[0]}:${t.parts.map((p) => (p.type === 'tool-call' ? `c${p.name}` : p.type === 'tool-result' ? `r${textOf(p)}` : p.type === 'text' ? p.text : '?')).join(',')}`
function textOf(part: Part): string {
  return part.type === 'tool-result' ? part.parts.map((p) => (p.type === 'text' ? p.text : '')).join('') : ''
}
/** call name → the text of the nearest result with the id that the call has in the output: as any target reads it. */
function pairsOf(turns: readonly Turn[]): string[] {
  const out: string[] = []
  const open = new Map<string, string[]>()
  for (const { parts } of turns)
    for (const p of parts) {
      if (p.type === 'tool-call') {
        const l = open.get(p.callId) ?? []
        l.push(p.name)
        open.set(p.callId, l)
      } else if (p.type === 'tool-result') {
        const l = open.get(p.callId)
        const n = l?.shift()
        out.push(`${n ?? 'NOBODY'}→${textOf(p)}`)
      }
    }
  for (const l of open.values()) for (const n of l) out.push(`${n}→NOTHING`)
  return out.sort()
}

function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i))
}
const growing: Record<string, (n: number) => Turn[]> = {
  'parallel, in order': (n) => [a(...times(n, (i) => call(`c${i}`, 'f'))), u(...times(n, (i) => result(`c${i}`, 'x')))],
  'parallel, reversed': (n) => [a(...times(n, (i) => call(`c${i}`, 'f'))), u(...times(n, (i) => result(`c${n - 1 - i}`, 'x')))],
  'one turn each': (n) => [a(...times(n, (i) => call(`c${i}`, 'f'))), ...times(n, (i) => u(result(`c${i}`, 'x')))],
  'results alone': (n) => times(n, (i) => u(result(`c${i}`, 'x'))),
  'calls alone': (n) => times(n, (i) => a(call(`c${i}`, 'f'))),
  'calls alone among words': (n) => times(n, (i) => (i % 2 ? u(says('x')) : a(call(`c${i}`, 'f')))),
  'results of one id': (n) => [a(call('c', 'f')), ...times(n, () => u(result('c', 'x')))],
  'one id in each turn': (n) => times(n, (i) => (i % 2 ? u(result('c', `${i}`)) : a(call('c', 'f', `${i}`)))),
  'one id, parallel': (n) => [a(...times(n, (i) => call('c', 'f', `${i}`))), ...times(n, (i) => u(result('c', `${i}`)))],
  'one id that waits, results at the end': (n) => [
    ...times(n, (i) => (i % 2 ? u(says('x')) : a(call('c', 'f', `${i}`)))),
    ...times(n / 2, () => u(result('c', 'x'))),
  ],
  'one id, answered, and more results': (n) => [
    ...times(n, (i) => (i % 2 ? u(result('c', 'x')) : a(call('c', 'f', `${i}`)))),
    ...times(n / 2, () => u(result('c', 'x'))),
  ],
  'adjacent assistants': (n) => [...times(n, (i) => a(call(`c${i}`, 'f'))), u(...times(n, (i) => result(`c${i}`, 'x')))],
  'assistants that only talk': (n) => [...times(n, () => a(says('x'))), a(call('c', 'f')), u(result('c', 'x'))],
}

const names = Object.keys(targets) as (keyof typeof targets)[] // the keys of the record above
const idsOf = (turns: readonly Turn[]) => turns.flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'tool-call' ? [p.callId] : [])))
const loop = (steps: number, id: (step: number) => string): Turn[] => [
  u(says('q')),
  ...Array.from({ length: steps }, (_, n) => [a(call(id(n), `c${n}`)), u(result(id(n), `r${n}`))]).flat(),
]

describe.each(names)('pairs calls for %s', (target) => {
  const unique = targets[target].ids === 'unique'

  it('pairs ids that are used anew in each turn', () => {
    const turns = [u(says('q')), a(call('0', 'Oslo')), u(result('0', 'Rain')), a(call('0', 'Rome')), u(result('0', 'Sun'))]
    const { pairs, codes, out } = run(target, turns)
    expect(pairs).toEqual(['Oslo→Rain', 'Rome→Sun'])
    expect(codes).toEqual(unique ? ['call-id'] : [])
    expect(new Set(idsOf(out)).size).toBe(unique ? 2 : 1)
    if (!unique) expect(out).toBe(turns)
  })

  it('gives ids that later turns do not change', () => {
    for (const id of [() => 'c', (n: number) => `c${n % 2}`]) {
      const long = run(target, loop(6, id)).out
      for (let steps = 1; steps < 6; steps++) expect(long.slice(0, 1 + 2 * steps)).toEqual(run(target, loop(steps, id)).out)
    }
  })

  it('gives no id that another call has', () => {
    const first = run(
      target,
      loop(3, () => 'c'),
    ).out
    const taken = idsOf(first)[2] ?? ''
    const { out, pairs } = run(target, [...loop(3, () => 'c'), a(call(taken, 'x')), u(result(taken, 'y'))])
    expect(pairs).toEqual(['c0→r0', 'c1→r1', 'c2→r2', 'x→y'])
    if (unique) expect(new Set(idsOf(out)).size).toBe(4)
  })

  it('pairs parallel calls of one id in order', () => {
    const { pairs, out } = run(target, [a(call('0', 'Oslo'), call('0', 'Rome')), u(result('0', 'Rain'), result('0', 'Sun'))])
    expect(pairs).toEqual(['Oslo→Rain', 'Rome→Sun'])
    expect(new Set(idsOf(out)).size).toBe(target === 'contents' ? 1 : 2)
  })

  it('takes a call that is written twice for one', () => {
    const { pairs, codes } = run(target, [a(call('0', 'Oslo'), call('0', 'Oslo')), u(result('0', 'Rain'))])
    expect(pairs).toEqual(['Oslo→Rain'])
    expect(codes).toEqual(['duplicate-call'])
  })

  it('keeps equal calls of one id that both have results', () => {
    const { pairs } = run(target, [a(call('0', 'Oslo'), call('0', 'Oslo')), u(result('0', 'Rain'), result('0', 'Sun'))])
    expect(pairs).toEqual(['Oslo→Rain', 'Oslo→Sun'])
  })

  it('takes the last of several results for one call, and tells a repeat apart', () => {
    const other = run(target, [a(call('0', 'Oslo')), u(result('0', 'Rain')), u(result('0', 'Sun'))])
    expect([other.pairs, other.codes]).toEqual([['Oslo→Sun'], ['duplicate-result']])
    const same = run(target, [a(call('0', 'Oslo')), u(result('0', 'Rain')), u(result('0', 'Rain'))])
    expect([same.pairs, same.codes]).toEqual([['Oslo→Rain'], ['repeated-result']])
  })

  it('renames every later call of an id though one has two results', () => {
    const { pairs, out } = run(target, [...loop(3, () => 'c'), u(result('c', 'again'))])
    expect(pairs).toEqual(['c0→r0', 'c1→r1', 'c2→again'])
    if (unique) expect(new Set(idsOf(out)).size).toBe(3)
  })

  it('answers, drops or rejects calls without results, and drops results without calls', () => {
    expect(run(target, [u(result('9', 'x'), says('q'))])).toMatchObject({
      pairs: [],
      codes: target === 'contents' ? ['orphan-result', 'words-moved'] : ['orphan-result'],
    })
    const turns = [a(says('x'), call('0', 'Oslo')), u(says('go on'))]
    expect(run(target, turns)).toMatchObject({ pairs: ['Oslo→none'], codes: ['orphan-call'] })
    expect(run(target, turns, { orphanCalls: 'drop' })).toMatchObject({ pairs: [], codes: ['orphan-call-dropped'] })
    expect(run(target, turns, { orphanCalls: 'reject' }).codes).toEqual(['orphan-call-rejected'])
    expect(run(target, turns, { missingResult: () => undefined })).toMatchObject({ pairs: [], codes: ['orphan-call-dropped'] })
  })

  it('pairs a result that came before its call', () => {
    const turns = [u(result('1', 'Rain')), a(call('1', 'Oslo'), call('2', 'Rome')), u(says('hm')), u(result('2', 'Sun'))]
    const { pairs, codes } = run(target, turns)
    expect(pairs).toEqual(['Oslo→Rain', 'Rome→Sun'])
    expect(codes).toContain('result-order')
  })

  it('tells that it guesses where an older call of the id waits', () => {
    const turns = [a(call('0', 'Oslo')), u(says('wait')), a(call('0', 'Rome')), u(result('0', 'Sun'), result('0', 'Rain'))]
    const { pairs, codes } = run(target, turns)
    expect(pairs).toEqual(['Oslo→Rain', 'Rome→Sun'])
    expect(codes).toContain('ambiguous-result')
  })

  it('pairs results that stand among words', () => {
    const turns = [a(call('1', 'Oslo'), call('2', 'Rome')), u(says('here'), result('2', 'Sun'), says('and'), result('1', 'Rain'))]
    const { pairs, out } = run(target, turns)
    expect(pairs).toEqual(['Oslo→Rain', 'Rome→Sun'])
    expect(out.flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'text' ? [p.text] : [])))).toEqual(['here', 'and'])
  })

  it('gives legal turns back as they are', () => {
    const legal: Record<keyof typeof targets, Turn[]> = {
      messages: [a(call('1', 'A'), call('2', 'B')), u(result('2', 'b'), result('1', 'a'), says('x'))],
      contents: [a(call('1', 'A'), call('2', 'B')), u(result('1', 'a'), result('2', 'b')), u(says('x'))],
      responses: [a(call('1', 'A'), call('2', 'B')), u(says('x')), u(result('2', 'b'), result('1', 'a'))],
      chat: [a(call('1', 'A'), call('2', 'B')), u(result('2', 'b')), u(result('1', 'a')), u(says('x'))],
    }
    const { out, codes } = run(target, legal[target])
    expect(out).toBe(legal[target])
    expect(codes).toEqual([])
  })

  it('regroups results in silence, and keeps what their turns hold beside them', () => {
    const extended = { ...u(result('1', 'a'), result('2', 'b')), extensions: { x: { rest: { y: 1 } } } }
    for (const turns of [
      [a(call('1', 'A'), call('2', 'B')), extended],
      [a(call('1', 'A'), call('2', 'B')), u(result('1', 'a')), { ...u(result('2', 'b')), extensions: extended.extensions }],
    ]) {
      const { out, codes, pairs } = run(target, turns)
      expect([codes, pairs]).toEqual([[], ['A→a', 'B→b']])
      expect(out.filter(({ extensions }) => extensions !== undefined)).toHaveLength(1)
    }
  })

  it('changes nothing the second time', () => {
    const messy = [
      u(result('1', 'Rain')),
      a(call('1', 'Oslo'), call('2', 'Rome')),
      u(says('hm')),
      a(call('2', 'X')),
      u(result('2', 'Sun'), result('2', 'Moon')),
      a(call('7', 'lost')),
    ]
    const once = run(target, messy)
    const twice = run(target, once.out)
    expect(twice.codes).toEqual([])
    expect(twice.out).toEqual(once.out)
  })

  it('pairs parts that are one object at several places', () => {
    const [one, two] = [a(call('0', 'Oslo')), u(result('0', 'Rain'))]
    expect(run(target, [one, two, one, two, one, two]).pairs).toEqual(['Oslo→Rain', 'Oslo→Rain', 'Oslo→Rain'])
  })

  it.each(Object.entries(growing))('takes time in proportion to the parts: %s', (_, make) => {
    const turns = make(runs(50_000).numRuns)
    const begin = process.cpuUsage()
    run(target, turns)
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(4000) // squares of these take minutes
  })
})

it('leaves alone what may have its partner elsewhere, and takes its id for used', () => {
  const turns = [u(result('0', 'Rain')), a(call('0', 'Rome')), u(result('0', 'Sun'))]
  const { out, codes } = run('responses', turns, { elsewhere: { calls: true } })
  expect(out.map(shapeOf)).toEqual(['u:rRain', 'a:cRome', 'u:rSun'])
  expect(idsOf(out)).not.toEqual(['0'])
  expect(codes).toEqual(['call-id'])
  const open = [a(call('0', 'Rome')), u(says('x'))]
  expect(run('responses', open, { elsewhere: { calls: true, results: true } }).out).toEqual(open)
})
