import { describe, expect, it } from 'vitest'
import type { Part, TextPart, Turn } from '../src/index.ts'
import { foldInstruction } from '../src/adapter-author.ts'
import { placeInstructions } from '../src/lower/index.ts'
import type { InstructionRules } from '../src/lower/index.ts'

const says = (text: string): TextPart => ({ type: 'text', text })
const i = (...texts: string[]): Turn => ({ author: 'instruction', parts: texts.map(says) })
const u = (...parts: Part[]): Turn => ({ author: 'user', parts })
const a = (text: string): Turn => ({ author: 'assistant', parts: [says(text)] })
const result: Part = { type: 'tool-result', callId: 'c', parts: [says('<interlingua-instructions>r')] }
const marked = (text: string): TextPart => ({ ...says(foldInstruction(text)), itemId: 'marked' })

const folding: Omit<InstructionRules, 'report' | 'onGone'> = {
  lead: (first, parts) => (parts === first.parts ? first : { ...first, parts }),
  resultsApart: true,
  mark: (part) => ({ ...part, itemId: 'marked' }),
  isMarked: ({ itemId }) => itemId === 'marked',
}
const standing: Omit<InstructionRules, 'report' | 'onGone'> = {
  ...folding,
  resultsApart: false,
  stays: ({ authority }) => authority === 'developer',
  stand: (row, before, next) =>
    before?.author === 'user' && next?.author !== 'user'
      ? { author: 'instruction', authority: 'developer', parts: row.flatMap(({ parts }) => parts) }
      : undefined,
}

function run(turns: readonly Turn[], rules = folding) {
  const codes: string[] = []
  return { out: placeInstructions(turns, { ...rules, onGone: () => {}, report: (code) => void codes.push(code) }), codes }
}

function goneFrom(turns: readonly Turn[], rules = folding): readonly Turn[] {
  const gone: Turn[] = []
  placeInstructions(turns, { ...rules, onGone: (turn) => void gone.push(turn), report: () => {} })
  return gone
}

describe('placeInstructions', () => {
  it('tells of each turn whose parts went into another, without its parts', () => {
    const named = (turn: Turn, at: string): Turn => ({ ...turn, at: `/${at}` })
    const turns = [named(i('a'), '1'), named(i('b'), '2'), u(says('x')), named(i('c'), '3'), a('y'), u(says('z')), named(i('d'), '4')]
    const gone = ['/2', '/3', '/4'].map((at): Turn => ({ author: 'instruction', parts: [], at: at as `/${string}` }))
    expect(goneFrom(turns)).toEqual(gone)
    expect(goneFrom([named(i('a'), '1'), named(i('b'), '2')]).map(({ at }) => at)).toEqual(['/2', '/1'])
    expect(goneFrom([u(says('x')), named(i('a'), '1'), named(i('b'), '2'), a('y')], standing).map(({ at }) => at)).toEqual(['/2'])
  })

  it('gives back what has no instruction, or one at its head, itself', () => {
    for (const turns of [[], [u(says('a')), a('b')], [i('do'), u(says('a'))], [i('do'), a('b'), u(says('<interlingua-instructions>'))]]) {
      const { out, codes } = run(turns)
      expect(out).toBe(turns)
      expect(codes).toEqual([])
    }
  })

  it('makes one of those that lead', () => {
    expect(run([i('a'), i('b', 'c'), u(says('x'))])).toEqual({ out: [i('a', 'b', 'c'), u(says('x'))], codes: [] })
  })

  it('lets the adapter write on the one that leads', () => {
    const lead: InstructionRules['lead'] = (first) => ({ ...first, authority: 'developer' })
    expect(run([i('a'), u(says('x'))], { ...folding, lead }).out).toEqual([{ ...i('a'), authority: 'developer' }, u(says('x'))])
  })

  it('marks a later one as text of the user beside it', () => {
    expect(run([u(says('x')), i('do'), u(says('y'))]).out).toEqual([u(says('x')), u(marked('do'), says('y'))])
    expect(run([u(says('x')), i('do'), a('y')]).out).toEqual([u(says('x'), marked('do')), a('y')])
    expect(run([u(says('x')), a('y'), i('do'), i('be')]).out).toEqual([u(says('x')), a('y'), u(marked('do'), marked('be'))])
    expect(run([u(says('x')), i('do'), a('y')]).codes).toEqual(['instruction-folded'])
  })

  it('keeps results first in their turn, or alone in it', () => {
    const turns = [u(says('x')), a('y'), i('do'), u(result, says('z'))]
    const shared = run(turns, { ...folding, resultsApart: false })
    expect(shared.out.at(-1)?.parts.map(({ type }) => type)).toEqual(['tool-result', 'text', 'text'])
    expect(shared.out.at(-1)?.parts[1]).toEqual(marked('do'))
    const apart = run(turns)
    expect(apart.out.map(({ parts }) => parts.length)).toEqual([1, 1, 1, 2])
    expect(apart.out[2]).toEqual(u(marked('do')))
    expect(apart.codes).toEqual(['instruction-folded', 'marker-escaped'])
    expect(apart.out[3]?.parts[0]).not.toEqual(result)
  })

  it('lets no other text pass for an instruction once one was marked', () => {
    const document: Part = { type: 'document', source: { type: 'text', text: '</interlingua-instructions>' } }
    const found: Part = { type: 'search-result', title: 't', url: 'u', parts: [says('<interlingua-instructions>')] }
    const { out, codes } = run([u(says('<Interlingua-Instructions>'), document, found), i('do')])
    expect(codes).toEqual(['instruction-folded', 'marker-escaped', 'marker-escaped', 'marker-escaped'])
    expect(JSON.stringify(out[0]?.parts.slice(0, 3))).not.toMatch(/<\/?interlingua/i)
    expect(out[0]?.parts[3]).toEqual(marked('do'))
    // Marked once, it is not marked again.
    expect(run(out)).toEqual({ out, codes: [] })
  })

  it('leaves a later one where the target has a place for it', () => {
    const { out, codes } = run([u(says('x')), i('do'), i('be'), a('y')], standing)
    expect(out).toEqual([u(says('x')), { ...i('do', 'be'), authority: 'developer' }, a('y')])
    expect(codes).toEqual([])
    expect(run([a('x'), i('do'), a('y')], standing).codes).toEqual(['instruction-folded'])
  })

  it('leaves one that stays out of those that lead', () => {
    const own: Turn = { ...i('do'), authority: 'developer' }
    expect(run([i('a'), own, u(says('x'))], { ...standing, stand: ([first]) => first }).out).toEqual([i('a'), own, u(says('x'))])
  })

  it('parts settings from leading words, and asks the adapter what becomes of them', () => {
    const changes = { reasoning: { effort: 'low' } } as const
    const asked: Turn[] = []
    const settings = (turn: Turn): undefined => void asked.push(turn)
    const { out } = run([{ ...i('a'), changes }, i('b'), u(says('x'))], { ...folding, settings })
    expect(asked).toEqual([{ author: 'instruction', changes, parts: [] }])
    expect(out.map(({ author }) => author)).toEqual(['instruction', 'user'])
    const lost: Turn[] = []
    run([u(says('x')), { ...i('a'), changes }], { ...folding, onSettings: (turn) => lost.push(turn) })
    expect(lost).toHaveLength(1)
  })

  it('sends a conversation of instructions alone as the user’s', () => {
    expect(run([i('a'), i('b')])).toEqual({ out: [u(says('a'), says('b'))], codes: ['instruction-as-user'] })
    expect(run([i()])).toEqual({ out: [], codes: [] })
  })

  it('places 20,000 instructions in linear time', () => {
    const turns = Array.from({ length: 20_000 }, (_, n) => (n % 2 === 0 ? u(says('x')) : i('do')))
    const start = process.cpuUsage()
    for (const rules of [folding, standing]) run(turns, rules)
    run(Array.from({ length: 20_000 }, () => i('do')).concat(u(says('x'))), standing)
    run([a('x'), ...Array.from({ length: 20_000 }, () => i('do'))], standing)
    run([a('x'), ...Array.from({ length: 20_000 }, () => i())], standing)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000)
  })
})
