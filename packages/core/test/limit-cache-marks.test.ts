import { describe, expect, it } from 'vitest'
import type { CacheMark, Part, Tool, Turn } from '../src/index.ts'
import { limitCacheMarks } from '../src/lower/index.ts'
import type { CacheRules } from '../src/lower/index.ts'

const says = (text: string, cache?: CacheMark, at?: `/${string}`): Part => ({
  type: 'text',
  text,
  ...(cache && { cache }),
  ...(at && { at }),
})
const result = (parts: readonly Part[], cache?: CacheMark): Part => ({ type: 'tool-result', callId: 'c', parts, ...(cache && { cache }) })
const u = (...parts: Part[]): Turn => ({ author: 'user', parts })
const a = (...parts: Part[]): Turn => ({ author: 'assistant', parts })
const tool = (cache?: CacheMark): Tool => ({ type: 'function', name: 'f', ...(cache && { cache }) })

const messages = {
  takes: true,
  limit: 2,
  ttls: { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' },
  longest: '1h',
  holds: ({ type }: Part | Tool) => type !== 'reasoning',
  moves: 'silent',
} as const
const responses = {
  takes: true,
  limit: undefined,
  ttls: { '5m': '30m', '30m': '30m', '1h': '30m', '12h': '12h' },
  holds: ({ type }: Part | Tool, turn: Turn | undefined) => type === 'text' && turn?.author !== 'assistant',
  moves: 'told',
} as const

function run<T extends { readonly tools?: readonly Tool[]; readonly turns: readonly Turn[] }>(
  request: T,
  rules: Omit<CacheRules, 'report'>,
) {
  const told: string[] = []
  return { out: limitCacheMarks(request, { ...rules, report: (code, at) => void told.push(`${code} ${at}`) }), told }
}

describe('limitCacheMarks', () => {
  it('gives back what bears no mark, or only what the target takes, itself', () => {
    for (const [request, rules] of [
      [{ tools: [tool()], turns: [u(says('a')), a(says('b'))] }, messages],
      [{ tools: [tool({ ttl: '1h' })], turns: [u(says('a', { ttl: '5m' }))] }, messages],
      [{ turns: [u(result([says('a')], {}))] }, messages],
      [{ turns: [u(says('a', { ttl: '30m' }), says('b', {}))] }, responses],
    ] as const) {
      const { out, told } = run(request, rules)
      expect(out).toBe(request)
      expect(told).toEqual([])
    }
  })

  it('leaves every mark out where none is taken, and touches nothing else', () => {
    const untouched = u(says('a'))
    const request = { turns: [untouched, u(says('b', {}, '/b')), u(result([says('c', { ttl: '1h' }, '/c')]))] }
    const { out, told } = run(request, { ...responses, takes: false })
    expect(out).toEqual({ turns: [untouched, u(says('b', undefined, '/b')), u(result([says('c', undefined, '/c')]))] })
    expect(out.turns[0]).toBe(untouched)
    expect(told).toEqual(['cache-mark /b/cache', 'cache-mark /c/cache'])
  })

  it('keeps the last marks where there are too many', () => {
    const { out, told } = run(
      { tools: [tool({})], turns: [u(says('a', {}, '/a')), u(result([says('b', {}, '/b')], {}))] },
      { ...messages, limit: 2 },
    )
    expect(told).toEqual(['cache-mark-limit /tools/0', 'cache-mark-limit /a'])
    expect(out).toEqual({ tools: [tool()], turns: [u(says('a', undefined, '/a')), u(result([says('b', {}, '/b')], {}))] })
  })

  it('takes the nearest lifetime, and a long one only before the shorter ones', () => {
    const { out, told } = run(
      { turns: [u(says('a', { ttl: '12h' }, '/a'), says('b', { ttl: '30m' }, '/b'), says('c', { ttl: '1h' }, '/c'))] },
      { ...messages, limit: 4 },
    )
    expect(out.turns[0]?.parts.map(({ cache }) => cache)).toEqual([{ ttl: '1h' }, { ttl: '5m' }, { ttl: '5m' }])
    expect(told).toEqual(['cache-ttl /a/cache', 'cache-ttl /b/cache', 'cache-ttl /c/cache'])
  })

  it('names the field that the caller wrote', () => {
    const part: Part = { type: 'text', text: 'a', at: '/messages/0/content/0', cache: { ttl: '5m' }, fields: { cache: '/cache_control' } }
    expect(run({ turns: [u(part)] }, responses).told).toEqual(['cache-ttl /messages/0/content/0/cache_control'])
  })

  it('moves the mark of a result to the last part in it that bears one, else leaves it out', () => {
    const inner = [says('a'), says('b'), { type: 'reasoning', segments: [] } as const]
    const { out, told } = run({ turns: [u(result(inner, {}))] }, responses)
    expect(out.turns).toEqual([u(result([says('a'), says('b', {}), inner[2] as Part]))])
    expect(told).toEqual(['cache-mark-moved /turns/0/parts/0/cache'])
    expect(run({ turns: [u(result([], {}))] }, responses)).toEqual({
      out: { turns: [u(result([]))] },
      told: ['cache-mark /turns/0/parts/0/cache'],
    })
    expect(run({ turns: [a(says('x', {}))] }, responses)).toEqual({
      out: { turns: [a(says('x'))] },
      told: ['cache-mark /turns/0/parts/0/cache'],
    })
  })

  it('spells the marks that stay', () => {
    const encode = (carrier: Part | Tool): Part | Tool => ({ ...carrier, extensions: { chat: { hint: { cache: 'cache_control' } } } })
    const { out } = run({ tools: [tool({})], turns: [u(says('a', {}), says('b'))] }, { ...responses, holds: () => true, encode })
    expect(out.tools?.[0]).toMatchObject({ cache: {}, extensions: { chat: {} } })
    expect(out.turns[0]?.parts.map(({ extensions }) => extensions !== undefined)).toEqual([true, false])
  })
})
