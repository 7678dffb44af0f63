import { describe, expect, test } from 'vitest'
import { foldEvents, unfoldResponse } from '@interlingua/core'
import type { GenerateRequest, GenerateResponse, Part, Tool, Turn } from '@interlingua/core'
import { answerRequest, checkChatRequest, checkMessagesRequest, paceEvents, splitTokens } from '../src/index.ts'

const weather: Tool = {
  type: 'function',
  name: 'get_weather',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const clock: Tool = { type: 'function', name: 'get_time', schema: { type: 'object', properties: {} } }
const note: Tool = { type: 'custom', name: 'note' }

function user(...parts: readonly (Part | string)[]): Turn {
  return { author: 'user', parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)) }
}

function ask(prompt: string | readonly Turn[], more: Partial<GenerateRequest> = {}): GenerateRequest {
  return { model: 'demo', turns: typeof prompt === 'string' ? [user(prompt)] : prompt, ...more }
}

function answer(request: GenerateRequest, format = 'chat'): GenerateResponse {
  return answerRequest(request, { format, now: 0 })
}

function partsOf(response: GenerateResponse): readonly Part[] {
  return response.candidates[0]?.parts ?? []
}

function textOf(response: GenerateResponse): string {
  return partsOf(response)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
}

function callsOf(response: GenerateResponse): readonly (readonly [string, string])[] {
  return partsOf(response).flatMap((part) => (part.type === 'tool-call' ? [[part.name, part.arguments] as const] : []))
}

describe('an answer', () => {
  test('gives a custom tool what stands between backticks, also where the tool has become a function', () => {
    const prompt = 'call exec: `text(await tools.exec_command({cmd:  "ls; then get_time"}))` now'
    const text = 'text(await tools.exec_command({cmd:  "ls; then get_time"}))'
    const exec: Tool = { type: 'custom', name: 'exec', namespace: 'functions' }
    const flat: Tool = {
      type: 'function',
      name: 'functions__exec',
      schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    }
    expect(callsOf(answer(ask(prompt, { tools: [exec, clock] }), 'responses'))).toStrictEqual([['exec', text]])
    expect(callsOf(answer(ask(prompt, { tools: [flat, clock] }), 'contents'))).toStrictEqual([
      ['functions__exec', JSON.stringify({ input: text })],
    ])
    expect(callsOf(answer(ask(prompt, { tools: [flat, exec] }), 'responses'))).toStrictEqual([['exec', text]])
  })

  test('reads instructions that were folded into a user’s turn as instructions', () => {
    const folded = '<interlingua-instructions>\nUse get_time. [demo:status 500]\n</interlingua-instructions>'
    const request = ask([{ author: 'instruction', parts: [{ type: 'text', text: 'Be brief.' }] }, user('Hello', folded)], {
      tools: [clock],
    })
    expect(textOf(answer(request, 'contents'))).toBe(
      'Demo provider (no real model): You asked: "Hello". My instructions: "Be brief. Use get_time. [demo:status 500]".',
    )
  })

  test('says that it is a demo and what it was asked', () => {
    expect(textOf(answer(ask('Hello there')))).toBe('Demo provider (no real model): You asked: "Hello there".')
  })

  test('is the same for the same request, and has another id for another', () => {
    expect(answer(ask('Hello'))).toStrictEqual(answer(ask('Hello')))
    expect(answer(ask('Hello')).id).not.toBe(answer(ask('Hallo')).id)
  })

  test('describes media and documents by kind, type and bytes', () => {
    const png: Part = { type: 'media', kind: 'image', source: { type: 'inline', mime: 'image/png', base64: 'aGVsbG8=' } }
    const pdf: Part = { type: 'document', title: 'Paper', source: { type: 'inline', mime: 'application/pdf', base64: 'JVBERg==' } }
    const url: Part = { type: 'media', kind: 'image', source: { type: 'url', url: 'https://example.com/a.jpg' } }
    const text = textOf(answer(ask([user('Look', png, pdf, url)])))
    expect(text).toContain('image (image/png, 5 bytes)')
    expect(text).toContain('document "Paper" (application/pdf, 4 bytes)')
    expect(text).toContain('image (https://example.com/a.jpg)')
  })

  test('stops at the first stop sequence and says which', () => {
    const response = answer(ask('one two three', { output: { stop: ['three', 'two'] } }))
    expect(textOf(response)).toBe('Demo provider (no real model): You asked: "one ')
    expect(response.candidates[0]?.finish).toStrictEqual({ unified: 'stop-sequence', sequence: 'two' })
  })

  test('stops at the token cap, which its usage shows', () => {
    const response = answer(ask('one two three', { output: { maxTokens: 5 } }))
    expect(response).toMatchObject({
      status: 'incomplete',
      usage: { output: { total: 5 } },
      candidates: [{ finish: { unified: 'length' } }],
    })
    expect(splitTokens(textOf(response))).toHaveLength(5)
  })

  test('of a token cap of zero has no parts', () => {
    expect(answer(ask('warm up', { output: { maxTokens: 0 } })).candidates).toStrictEqual([
      { index: 0, parts: [], finish: { unified: 'length' } },
    ])
  })

  test('has as many candidates as asked for, told apart', () => {
    const { candidates } = answer(ask('Hello', { output: { candidates: 3 } }))
    expect(candidates.map(({ index }) => index)).toStrictEqual([0, 1, 2])
    expect(new Set(candidates.map(({ parts }) => JSON.stringify(parts))).size).toBe(3)
  })

  test('has log probabilities whose tokens are its text', () => {
    const [part] = partsOf(answer(ask('Grüße 🙂', { output: { logprobs: { top: 2 } } })))
    if (part?.type !== 'text') throw new Error('no text')
    expect(part.logprobs?.map(({ token }) => token).join('')).toBe(part.text)
    expect(part.logprobs?.every(({ top }) => top?.length === 2)).toBe(true)
    const bytes = Uint8Array.from(part.logprobs?.flatMap((token) => [...(token.bytes ?? [])]) ?? [])
    expect(new TextDecoder().decode(bytes)).toBe(part.text)
  })

  test('obeys a JSON schema', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } }, required: ['name', 'n'] }
    expect(JSON.parse(textOf(answer(ask('x', { output: { format: { type: 'json-schema', schema } } }))))).toStrictEqual({
      name: 'demo name',
      n: 1,
    })
  })

  test('is a JSON object in JSON mode', () => {
    expect(JSON.parse(textOf(answer(ask('some json', { output: { format: { type: 'json' } } }))))).toMatchObject({ provider: 'demo' })
  })

  test('refuses where the prompt asks for it, in the way of each vendor', () => {
    expect(answer(ask('please refuse')).candidates[0]).toMatchObject({ parts: [{ type: 'refusal' }], finish: { unified: 'refusal' } })
    expect(answer(ask('[demo:refuse cyber]'), 'messages').candidates[0]).toMatchObject({
      parts: [{ type: 'text' }],
      finish: { unified: 'refusal', refusal: { category: 'cyber' } },
    })
  })

  test('pauses on request and goes on when it is sent back', () => {
    const paused = answer(ask('Go [demo:pause]'), 'messages')
    expect(paused.candidates[0]?.finish?.unified).toBe('pause')
    const resumed = answer(ask([user('Go [demo:pause]'), { author: 'assistant', parts: partsOf(paused) }]), 'messages')
    expect(resumed.candidates[0]?.finish?.unified).toBe('stop')
    expect(textOf(resumed)).toContain('I go on from "Demo provider')
  })
})

describe('a call', () => {
  const tools = [weather, clock, note]

  test('is made for each tool that the prompt names, in that order', () => {
    expect(callsOf(answer(ask('use get_time and get_weather', { tools })))).toStrictEqual([
      ['get_time', '{}'],
      ['get_weather', '{"city":"demo city"}'],
    ])
  })

  test('is not made for a tool whose name is part of another word', () => {
    expect(callsOf(answer(ask('noteworthy, get_weather_forecast, foot-note', { tools })))).toStrictEqual([])
  })

  test('takes its arguments from the prompt where they stand there', () => {
    expect(callsOf(answer(ask('get_weather {"city": "Oslo", "n": 12345678901234567890}', { tools })))).toStrictEqual([
      ['get_weather', '{"city": "Oslo", "n": 12345678901234567890}'],
    ])
    expect(callsOf(answer(ask('get_weather city="New York"', { tools })))).toStrictEqual([['get_weather', '{"city":"New York"}']])
  })

  test('is made several times on request', () => {
    expect(callsOf(answer(ask('get_weather x3', { tools })))).toStrictEqual([
      ['get_weather', '{"city":"demo city"}'],
      ['get_weather', '{"city":"demo city 2"}'],
      ['get_weather', '{"city":"demo city 3"}'],
    ])
  })

  test('of a custom tool has plain text', () => {
    expect(callsOf(answer(ask('note: buy milk', { tools })))).toStrictEqual([['note', 'buy milk']])
  })

  test('is forced by the choice, kept to its subset, kept to one, and kept away', () => {
    const named = (prompt: string, toolChoice: GenerateRequest['toolChoice']): readonly string[] =>
      callsOf(answer(ask(prompt, { tools, ...(toolChoice && { toolChoice }) }))).map(([name]) => name)
    expect(named('Hello', { mode: 'required' })).toStrictEqual(['get_weather'])
    expect(named('Hello', { mode: 'required', only: [{ name: 'get_time' }] })).toStrictEqual(['get_time'])
    expect(named('get_weather get_time', { mode: 'auto', only: [{ name: 'get_time' }] })).toStrictEqual(['get_time'])
    expect(named('get_weather get_time', { mode: 'auto', parallel: false })).toStrictEqual(['get_weather'])
    expect(named('get_weather get_time', { mode: 'none' })).toStrictEqual([])
  })

  test('is followed by an answer that uses the results, or by the next call where the prompt says so', () => {
    const loop = (prompt: string): GenerateRequest => {
      const first = answer(ask(prompt, { tools }))
      const results = partsOf(first).flatMap((part): Part[] =>
        part.type === 'tool-call'
          ? [{ type: 'tool-result', callId: part.callId, isError: true, parts: [{ type: 'text', text: '21 degrees' }] }]
          : [],
      )
      return ask([user(prompt), { author: 'assistant', parts: partsOf(first) }, { author: 'user', parts: results }], { tools })
    }
    expect(textOf(answer(loop('get_weather')))).toContain('get_weather failed with "21 degrees"')
    expect(callsOf(answer(loop('get_weather')))).toStrictEqual([])
    expect(callsOf(answer(loop('get_weather, then call get_time')))).toStrictEqual([['get_time', '{}']])
  })
})

describe('reasoning', () => {
  test('is there where it is asked for, and counted', () => {
    const response = answer(ask('Hi', { reasoning: { mode: 'on', budgetTokens: 2000 } }), 'messages')
    expect(partsOf(response).map(({ type }) => type)).toStrictEqual(['reasoning', 'text'])
    expect(response.usage?.output.reasoning).toBeGreaterThan(10)
  })

  test('is not there where it is off, or never asked for', () => {
    for (const reasoning of [{ mode: 'off' }, { effort: 'none' }] as const) {
      const response = answer(ask('Hi', { reasoning }))
      expect(partsOf(response).map(({ type }) => type)).toStrictEqual(['text'])
      expect(response.usage?.output.reasoning).toBe(0)
    }
    expect(partsOf(answer(ask('Hi'))).map(({ type }) => type)).toStrictEqual(['text'])
  })

  test('has an empty signed text where none is to be shown', () => {
    expect(partsOf(answer(ask('Hi', { reasoning: { mode: 'adaptive', summary: 'none' } }), 'messages'))[0]).toMatchObject({
      type: 'reasoning',
      segments: [{ text: '' }],
      seal: { format: 'messages' },
    })
  })

  test('grows with the effort', () => {
    const tokens = (effort: 'low' | 'high'): number => answer(ask('Hi', { reasoning: { effort } })).usage?.output.reasoning ?? 0
    expect(tokens('high')).toBeGreaterThan(tokens('low'))
  })
})

describe('citations', () => {
  test('quote citable documents where they say they do', () => {
    const text = 'Water boils. It also freezes.'
    const [, quote] = partsOf(
      answer(ask([user('Read', { type: 'document', title: 'Water', citable: true, source: { type: 'text', text } })]), 'messages'),
    )
    if (quote?.type !== 'text') throw new Error('no quote')
    const [citation] = quote.citations ?? []
    expect(citation).toStrictEqual({
      source: 'document',
      title: 'Water',
      citedText: 'Water boils.',
      range: { unit: 'char', document: 0, start: 0, end: 12 },
    })
    expect(text.slice(citation?.range?.start, citation?.range?.end)).toBe(citation?.citedText)
  })

  test('of a web search on chat span the sentences that they support', () => {
    const tools: Tool[] = [{ type: 'builtin', name: 'web_search', family: 'web-search', runsOn: 'server', format: 'chat', config: {} }]
    const [part] = partsOf(answer(ask('News?', { tools })))
    if (part?.type !== 'text') throw new Error('no text')
    expect(part.citations?.map(({ span }) => part.text.slice(span?.start, span?.end))).toStrictEqual([
      'The demo found this on page one (https://example.com/demo-one).',
      'The demo found this on page two (https://example.com/demo-two).',
    ])
  })
})

describe('paced events', () => {
  test('fold to the same answer, in small pieces', () => {
    const response = answer(ask('use get_weather', { tools: [weather], reasoning: { effort: 'high' } }))
    const events = paceEvents(unfoldResponse(response))
    expect(foldEvents(events)).toStrictEqual(foldEvents(unfoldResponse(response)))
    expect(events.length).toBeGreaterThan(15)
  })

  test('of several candidates come side by side, parts numbered by first appearance', () => {
    const response = answer(ask('Hi', { output: { candidates: 2, logprobs: {} } }))
    const events = paceEvents(unfoldResponse(response))
    expect(foldEvents(events)).toStrictEqual(response)
    const lanes = events.flatMap((event) => (event.type === 'part-delta' ? [event.candidate] : []))
    expect(lanes.slice(0, 4)).toStrictEqual([0, 1, 0, 1])
    expect(events.flatMap((event) => (event.type === 'part-start' ? [event.part] : []))).toStrictEqual([0, 1])
  })
})

describe('the vendors’ rules', () => {
  const messages = (request: Partial<GenerateRequest> & { turns?: readonly Turn[] }): string | undefined =>
    checkMessagesRequest({ ...ask('Hi'), output: { maxTokens: 100 }, ...request }, '2023-06-01')?.message
  const chat = (request: Partial<GenerateRequest>): string | undefined => checkChatRequest({ ...ask('Hi'), ...request })?.message
  const call: Part = { type: 'tool-call', callId: 'c1', name: 'get_time', kind: 'function', arguments: '{}' }
  const result: Part = { type: 'tool-result', callId: 'c1', parts: [{ type: 'text', text: 'noon' }] }
  const assistant = (...parts: readonly Part[]): Turn => ({ author: 'assistant', parts })

  test('accept what is legal', () => {
    expect(messages({ turns: [user('Hi'), assistant(call), user(result, 'and now?')] })).toBeUndefined()
    expect(chat({ turns: [user('Hi'), assistant(call), user(result), user('and now?')] })).toBeUndefined()
  })

  test('want results right after their calls', () => {
    expect(messages({ turns: [user('Hi'), assistant(call), user('and?')] })).toContain('without `tool_result` blocks immediately after')
    expect(messages({ turns: [user('Hi'), assistant(call), user('first', result)] })).toContain('must come before')
    expect(messages({ turns: [user('Hi', result)] })).toContain('unexpected `tool_use_id`')
    expect(messages({ turns: [user('Hi'), assistant(call), user(result, result)] })).toContain('single result')
    expect(chat({ turns: [user('Hi'), assistant(call), user('and?')] })).toContain('must be followed by tool messages')
    expect(chat({ turns: [user('Hi'), assistant(call)] })).toContain('must be followed by tool messages')
    expect(chat({ turns: [user(result)] })).toContain('must be a response to a preceeding message')
  })

  test('place system messages after user turns and before assistant turns', () => {
    const system: Turn = { author: 'instruction', authority: 'system', at: '/messages/1', parts: [{ type: 'text', text: 'Be brief' }] }
    expect(messages({ turns: [user('Hi'), system] })).toBeUndefined()
    expect(messages({ turns: [user('Hi'), system, assistant({ type: 'text', text: 'Ho' }), user('Hi')] })).toBeUndefined()
    expect(messages({ turns: [system, user('Hi')] })).toContain('may not come first')
    expect(messages({ turns: [user('Hi'), system, user('Hi')] })).toContain('followed by an assistant')
    expect(messages({ turns: [user('Hi'), assistant(call), system, user(result)] })).toContain('must follow a user')
  })

  test('check thinking that comes back in the latest tool loop, and no other', () => {
    const thinking = answer(ask('use get_time', { tools: [clock], reasoning: { mode: 'on', budgetTokens: 1024 } }), 'messages')
    const [first, ...rest] = partsOf(thinking)
    if (first?.type !== 'reasoning') throw new Error('no reasoning')
    const results = partsOf(thinking).flatMap((part): Part[] =>
      part.type === 'tool-call' ? [{ ...result, callId: part.callId } as Part] : [],
    )
    const loop = (part: Part | undefined, ...more: readonly Turn[]): string | undefined =>
      messages({
        turns: [user('Hi'), assistant(...(part ? [part] : []), ...rest), user(...results), ...more],
        reasoning: { mode: 'on', budgetTokens: 1024 },
        output: { maxTokens: 5000 },
      })
    const edited: Part = { ...first, segments: [{ type: 'full', text: 'another thought' }] }
    expect(loop(first)).toBeUndefined()
    expect(loop(edited)).toBe('Invalid `signature` in `thinking` block')
    expect(loop(undefined)).toContain('Expected `thinking` or `redacted_thinking`')
    expect(loop(edited, assistant({ type: 'text', text: 'done' }), user('next'))).toBeUndefined()
  })

  test('check redacted thinking too', () => {
    const parts = partsOf(answer(ask('redacted, use get_time', { tools: [clock], reasoning: { mode: 'adaptive' } }), 'messages'))
    const redacted = parts.find((part) => part.type === 'reasoning' && part.redacted)
    if (!redacted?.seal) throw new Error('nothing redacted')
    expect(messages({ turns: [user('Hi'), assistant(redacted)] })).toBeUndefined()
    expect(
      messages({ turns: [user('Hi'), assistant({ ...redacted, seal: { ...redacted.seal, data: `${redacted.seal.data}x` } })] }),
    ).toContain('Invalid `data`')
  })

  test('check options', () => {
    expect(messages({ output: {} })).toBe('max_tokens: Field required')
    expect(messages({ reasoning: { mode: 'on', budgetTokens: 1024 } })).toBe('`max_tokens` must be greater than `thinking.budget_tokens`')
    expect(messages({ reasoning: { mode: 'on', budgetTokens: 100 } })).toContain('greater than or equal to 1024')
    expect(messages({ toolChoice: { mode: 'required', only: [{ name: 'ghost' }] }, tools: [clock] })).toContain("'ghost' not found")
    expect(messages({ turns: [user('')] })).toBe('text content blocks must be non-empty')
    expect(messages({ tools: [clock, clock] })).toContain('unique')
    expect(chat({ sampling: { temperature: 3 } })).toContain('temperature')
    expect(chat({ output: { stop: ['a', 'b', 'c', 'd', 'e'] } })).toContain('stop')
    expect(chat({ output: { format: { type: 'json' } } })).toContain("the word 'json'")
    expect(
      chat({ output: { format: { type: 'json-schema', strict: true, schema: { type: 'object', properties: { a: {} } } } } }),
    ).toContain('additionalProperties')
  })
})
