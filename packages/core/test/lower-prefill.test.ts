import { describe, expect, it } from 'vitest'
import type { Part, Turn } from '../src/index.ts'
import { lowerPrefill } from '../src/lower/index.ts'
import type { PrefillRules } from '../src/lower/index.ts'

const says = (text: string): Part => ({ type: 'text', text })
const call: Part = { type: 'hosted-call', callId: 'h', family: 'web-search', arguments: '{}' }
const a = (...parts: Part[]): Turn => ({ author: 'assistant', parts })
const u = (...parts: Part[]): Turn => ({ author: 'user', parts })
const refused = { accepts: false, policy: 'drop', trimEnd: false } as const
const trimmed = { accepts: true, policy: 'drop', trimEnd: true } as const

function run(turns: readonly Turn[], rules: Omit<PrefillRules, 'report'>) {
  const codes: string[] = []
  return { out: lowerPrefill(turns, { ...rules, report: (code) => void codes.push(code) }), codes }
}

describe('lowerPrefill', () => {
  it('gives back what ends in the user, and what the model takes, itself', () => {
    for (const [turns, rules] of [
      [[a(says('a')), u(says('b'))], refused],
      [[], refused],
      [[u(says('b')), a(says('It is '))], { ...refused, accepts: true }],
      [[u(says('b')), a(says('It is'))], trimmed],
      [[u(says('b')), a(says('x '), call)], trimmed],
      [[u(says('b')), a(call)], { ...refused, pauses: (end: Part | undefined) => end?.type !== 'text' }],
      [[a(says('alone'))], { ...refused, keepsFirst: true }],
    ] as const) {
      const { out, codes } = run(turns, rules)
      expect(out).toBe(turns)
      expect(codes).toEqual([])
    }
  })

  it('drops, instructs or rejects a beginning of any number of turns, by policy', () => {
    const turns = [u(says('Where?')), a(says('It is')), a(says(' in'))]
    expect(run(turns, refused)).toEqual({ out: [turns[0]], codes: ['prefill', 'prefill'] })
    expect(run(turns, { ...refused, policy: 'reject' })).toEqual({ out: [turns[0]], codes: ['prefill-rejected', 'prefill-rejected'] })
    const { out, codes } = run(turns, { ...refused, policy: 'instruct' })
    expect(codes).toEqual(['prefill-instructed', 'prefill-instructed'])
    expect(out).toHaveLength(2)
    expect(out[1]).toMatchObject({ author: 'user', parts: [{ text: expect.stringMatching(/\nIt is in$/) }] })
  })

  it('drops a beginning that says nothing, which nobody can begin with', () => {
    expect(run([u(says('a')), a(call)], { ...refused, policy: 'instruct' })).toEqual({ out: [u(says('a'))], codes: ['prefill'] })
  })

  it('leaves a pause and what stands before it', () => {
    const turns = [u(says('a')), a(call), a(says('It is'))]
    const rules = { ...refused, pauses: (end: Part | undefined) => end?.type !== 'text' }
    expect(run(turns, rules)).toEqual({ out: turns.slice(0, 2), codes: ['prefill'] })
  })

  it('cuts white space at the end, through parts and turns of nothing else', () => {
    expect(run([u(says('a')), a(says('It is \n'))], trimmed)).toEqual({ out: [u(says('a')), a(says('It is'))], codes: ['prefill-space'] })
    expect(run([u(says('a')), a(says('It is '), says(' ')), a(says('\n'))], trimmed)).toEqual({
      out: [u(says('a')), a(says('It is'))],
      codes: ['prefill-space', 'prefill-space', 'prefill-space'],
    })
    expect(run([u(says('a')), a(call, says(' '))], trimmed)).toEqual({ out: [u(says('a')), a(call)], codes: ['prefill-space'] })
    expect(run([u(says('a ')), a(says(' '))], trimmed).out).toEqual([u(says('a '))])
    expect(run([a(says(' '))], trimmed).out).toEqual([])
  })

  it('works on many parts of white space in linear time', () => {
    const turns = [u(says('a')), ...Array.from({ length: 20_000 }, () => a(says(' '), says(' ')))]
    const start = process.cpuUsage()
    expect(run(turns, trimmed).out).toHaveLength(1)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
  })
})
