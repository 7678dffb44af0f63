import type { CacheMark, GenerateRequest, InputUsage, Part, Turn } from '@interlingua/core'
import {
  type CacheRules,
  cacheRulesOf,
  countPromptTokens,
  createPromptCache,
  inputPrice,
  type PromptCache,
} from '@interlingua/scripted-provider'
import { describe, expect, test } from 'vitest'

const long = 'word '.repeat(1200)
const minute = 60_000
const [claude, older, newer] = [
  cacheRulesOf('messages', 'claude-sonnet-4-5'),
  cacheRulesOf('chat', 'gpt-4.1'),
  cacheRulesOf('responses', 'gpt-5.6-sol'),
]

const text = (words: string, cache?: CacheMark): Part => ({ type: 'text', text: words, ...(cache && { cache }) })
const says = (author: Turn['author'], ...parts: readonly Part[]): Turn => ({ author, parts })
const ask = (...turns: readonly Turn[]): GenerateRequest => ({ model: 'm', turns })
const user = (words: string, cache?: CacheMark): Turn => says('user', text(words, cache))
const results = (count: number): Turn =>
  says('user', ...Array.from({ length: count }, (_, n): Part => ({ type: 'tool-result', callId: `${n}`, parts: [text(`result ${n}`)] })))

/** Usage of a request that is answered before the next one comes. */
function account(cache: PromptCache, request: GenerateRequest, rules: CacheRules): InputUsage {
  const { usage, answered } = cache.read(request, rules)
  answered()
  expect((usage.fresh ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)).toBe(usage.total)
  expect(usage.total).toBe(countPromptTokens(request))
  return usage
}

describe("Anthropic's cache", () => {
  const marked = (then: string, ttl: '5m' | '1h' = '1h'): GenerateRequest => ask(says('user', text(long, { ttl }), text(then)))

  test('writes a marked prefix once and reads it after, at the price of its lifetime', () => {
    const cache = createPromptCache()
    const [first, second] = [account(cache, marked('a'), claude), account(cache, marked('b'), claude)]
    expect(first).toMatchObject({ cacheRead: 0, cacheWriteByTtl: { '1h': first.cacheWrite } })
    expect(second).toMatchObject({ cacheRead: first.cacheWrite, cacheWrite: 0 })
    expect(inputPrice(first, claude)).toBeCloseTo((first.fresh ?? 0) + 2 * (first.cacheWrite ?? 0))
    expect(inputPrice(second, claude)).toBeCloseTo((second.fresh ?? 0) + 0.1 * (second.cacheRead ?? 0))
  })

  test.each([
    ['claude-opus-5-5', 512],
    ['claude-sonnet-4-5', 1024],
    ['claude-opus-4-7', 2048],
    ['claude-haiku-4-5', 4096],
  ])('%s keeps nothing below %i tokens, and nothing unmarked', (model, least) => {
    const rules = cacheRulesOf('messages', model)
    const cache = createPromptCache()
    const of = (tokens: number, cacheMark?: CacheMark): GenerateRequest => ask(user('w'.repeat(tokens * 4), cacheMark))
    for (const request of [of(least - 20, {}), of(least + 20)]) {
      account(cache, request, rules)
      expect(account(cache, request, rules)).toMatchObject({ cacheRead: 0, cacheWrite: 0 })
    }
    expect(account(cache, of(least + 20, {}), rules).cacheWrite).toBeGreaterThan(least)
  })

  test.each([
    [18, true],
    [19, false],
  ])('looks back over twenty blocks from a mark: %i blocks between two marks are read: %s', (between, hit) => {
    const cache = createPromptCache()
    account(cache, ask(user(long, {})), claude)
    const later = ask(user(long), results(between), user('and?', {}))
    expect((account(cache, later, claude).cacheRead ?? 0) > 0).toBe(hit)
  })

  test('ends a prefix after its lifetime, which each read renews', () => {
    let time = 0
    const cache = createPromptCache({ now: () => time })
    account(cache, marked('a', '5m'), claude)
    for (const at of [4, 8, 12]) {
      time = at * minute
      expect(account(cache, marked('a', '5m'), claude).cacheRead).toBeGreaterThan(1000)
    }
    time = 18 * minute
    expect(account(cache, marked('a', '5m'), claude).cacheRead).toBe(0)
  })

  test('gives equal requests at the same time nothing of one another', () => {
    const cache = createPromptCache()
    const both = [cache.read(marked('a'), claude), cache.read(marked('a'), claude)]
    for (const { usage, answered } of both) {
      expect(usage.cacheWrite).toBeGreaterThan(1000)
      answered()
    }
    expect(account(cache, marked('a'), claude).cacheRead).toBeGreaterThan(1000)
  })

  test('loses the messages to another tool choice, and keeps the instructions', () => {
    const cache = createPromptCache()
    const request = ask(says('instruction', text(long, {})), user(long, {}))
    const { cacheWrite = 0 } = account(cache, request, claude)
    const { cacheRead = 0 } = account(cache, { ...request, toolChoice: { mode: 'none' } }, claude)
    expect(cacheRead).toBeGreaterThan(1000)
    expect(cacheRead).toBeLessThan(cacheWrite)
  })
})

describe("OpenAI's caches", () => {
  test('of older models keep what is long unasked, in steps of 128 (gpt-5.5: 2,048), for ten minutes, free of charge', () => {
    let time = 0
    const cache = createPromptCache({ now: () => time })
    const request = ask(user(long.repeat(3)), user('end'))
    expect(account(cache, request, older)).toMatchObject({ cacheRead: 0, cacheWrite: 0 })
    const { cacheRead: read = 0, total = 0 } = account(cache, request, older)
    expect(read).toBe(total - 3 - ((total - 3) % 128))
    time = 11 * minute
    expect(account(cache, request, older).cacheRead).toBe(0)
    const steps = cacheRulesOf('chat', 'gpt-5.5')
    account(cache, ask(user(long.repeat(2))), steps)
    expect(account(cache, ask(user(long.repeat(2))), steps).cacheRead).toBe(2048)
  })

  test('part by cache key', () => {
    const cache = createPromptCache()
    const of = (key?: string): GenerateRequest => ({ ...ask(user(long)), ...(key !== undefined && { cache: { key } }) })
    account(cache, of('a'), older)
    expect(account(cache, of('a'), older).cacheRead).toBeGreaterThan(1000)
    for (const key of [undefined, 'b']) expect(account(cache, of(key), older).cacheRead).toBe(0)
  })

  test('from 5.6 write up to the newest message of a user, read from there on, and bill the write', () => {
    const cache = createPromptCache()
    const first = account(cache, ask(user(long)), newer)
    expect(first.cacheWriteByTtl).toStrictEqual({ '30m': first.cacheWrite })
    const second = account(cache, ask(user(long), says('assistant', text('Well.')), user(long)), newer)
    expect(second.cacheRead).toBe(first.cacheWrite)
    expect(second.cacheWrite).toBeGreaterThan(1000)
    expect(inputPrice(second, newer)).toBeCloseTo((second.fresh ?? 0) + 0.1 * (second.cacheRead ?? 0) + 1.25 * (second.cacheWrite ?? 0))
  })

  test('from 5.6 cache nothing for a client that wants only its own marks and sends none', () => {
    const cache = createPromptCache()
    const request: GenerateRequest = { ...ask(user(long)), cache: { mode: 'explicit' } }
    account(cache, request, newer)
    expect(account(cache, request, newer)).toMatchObject({ cacheRead: 0, cacheWrite: 0 })
  })

  test('lose everything to another effort', () => {
    for (const rules of [older, newer]) {
      const cache = createPromptCache()
      account(cache, { ...ask(user(long)), reasoning: { effort: 'low' } }, rules)
      expect(account(cache, { ...ask(user(long)), reasoning: { effort: 'high' } }, rules).cacheRead).toBe(0)
    }
  })
})

test("Google's cache reads whole turns from 4,096 tokens on (2.5: 2,048), and bills no write", () => {
  const cache = createPromptCache()
  for (const [model, words, hit] of [
    ['gemini-3-pro', long.repeat(2), false],
    ['gemini-3-pro', long.repeat(3), true],
    ['gemini-2.5-pro', long.repeat(2), true],
  ] as const) {
    const rules = cacheRulesOf('contents', model)
    expect(account(cache, { ...ask(user(words)), model }, rules)).toMatchObject({ cacheRead: 0, cacheWrite: 0 })
    const { cacheRead = 0 } = account(cache, { ...ask(user(words), says('assistant', text('Well.')), user('And?')), model }, rules)
    expect(cacheRead > 0).toBe(hit)
  }
})

test('the oldest prefixes are forgotten over the capacity', () => {
  const cache = createPromptCache({ capacity: 2 })
  for (const words of ['1', '2', '3']) account(cache, ask(user(long + words, {})), claude)
  expect(account(cache, ask(user(`${long}1`, {})), claude).cacheRead).toBe(0)
  expect(account(cache, ask(user(`${long}3`, {})), claude).cacheRead).toBeGreaterThan(0)
})
