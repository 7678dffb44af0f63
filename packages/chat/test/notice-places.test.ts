import type { Extensions, GenerateRequest, GenerateResponse, JsonObject, Notice, Part, TurnChanges, Usage } from '@interlingua/core'
import { defaultPolicy, unfoldResponse } from '@interlingua/core'
import { createTestContext, writeStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat, dialects } from '../src/index.ts'
import { asked } from './asked.ts'

const hi: GenerateRequest['turns'][number] = { author: 'user', parts: [{ type: 'text', text: 'hi' }] }

function lower(request: Partial<GenerateRequest>, more: object = {}): { readonly places: readonly string[]; readonly body: JsonObject } {
  const { context, notices } = createTestContext(more)
  const { request: lowered } = chat.lowerRequest({ model: 'm', turns: [hi], ...request }, context)
  return {
    places: notices.map(({ code, path }) => `${code.replace('chat/', '')} ${path}`),
    body: chat.encodeRequest(lowered, context).body,
  }
}

/** Notices of a response, which a stream of the same events must give too. */
function answer(part: Partial<GenerateResponse>): readonly string[] {
  const response: GenerateResponse = {
    id: 'r',
    model: 'm',
    status: 'completed',
    candidates: [{ index: 0, parts: [], finish: { unified: 'stop' } }],
    ...part,
  }
  const document = createTestContext()
  chat.encodeResponse(response, document.context)
  const stream = createTestContext()
  writeStream(chat, unfoldResponse(response), stream.context, asked)
  const places = document.notices.map(({ code, path }) => `${code.replace('chat/', '')} ${path}`)
  expect(stream.notices.map(({ code, path }) => `${code.replace('chat/', '')} ${path}`).toSorted()).toEqual(places.toSorted())
  return places
}

describe('notices of a request name what the caller wrote', () => {
  test('settings that change in the middle are reported once each, at their own key', () => {
    const changes: TurnChanges = { reasoning: { effort: 'low' } }
    const turn: GenerateRequest['turns'][number] = {
      at: '/messages/1',
      fields: { 'changes.reasoning': '/output_config' },
      author: 'instruction',
      authority: 'system',
      changes,
      parts: [{ type: 'text', text: 's' }],
    }
    expect(lower({ turns: [hi, turn] }).places).toEqual(['turn-settings /messages/1/output_config'])
  })

  test("citations of a text that is not the assistant's", () => {
    const cited: Part = { type: 'text', at: '/messages/0/content/0', text: 'a', citations: [{ source: 'url', uri: 'https://example.com' }] }
    expect(lower({ turns: [{ author: 'user', parts: [cited] }] }).places).toEqual(['citations /messages/0/content/0'])
    expect(lower({ turns: [{ author: 'instruction', authority: 'system', parts: [cited] }, hi] }).places).toEqual([
      'citations /messages/0/content/0',
    ])
  })

  test('marks, deferral and versions of tools', () => {
    const fields = { cache: '/cache_control', deferred: '/defer_loading', version: '/type' } as const
    expect(lower({ tools: [{ type: 'function', at: '/tools/0', fields, name: 'f', deferred: true, cache: {} }] }).places).toEqual([
      'tool-deferred /tools/0/defer_loading',
      'cache-mark /tools/0/cache_control',
    ])
    expect(
      lower({
        tools: [
          {
            type: 'builtin',
            at: '/tools/0',
            fields,
            name: 'web_search',
            family: 'web-search',
            version: '20250305',
            runsOn: 'server',
            format: 'messages',
            config: {},
            cache: {},
          },
        ],
      }).places,
    ).toEqual(['tool-version-dropped /tools/0/type', 'cache-mark /tools/0/cache_control'])
  })

  test('the mark of a result moves to its text, and its lifetime is reported where it stood', () => {
    const call: Part = { type: 'tool-call', callId: '1', name: 'f', kind: 'function', arguments: '{}' }
    const result: Part = {
      type: 'tool-result',
      at: '/messages/2/content/0',
      fields: { cache: '/cache_control' },
      callId: '1',
      cache: { ttl: '1h' },
      parts: [{ type: 'text', at: '/messages/2/content/0/content', text: 'r' }],
    }
    const { places, body } = lower(
      { turns: [hi, { author: 'assistant', parts: [call] }, { author: 'user', parts: [result] }] },
      { dialect: { cacheMarks: 'prompt_cache_breakpoint' } },
    )
    expect(places).toEqual(['cache-mark-moved /messages/2/content/0/cache_control', 'cache-ttl /messages/2/content/0/cache_control'])
    expect(body['messages']).toMatchObject([
      {},
      {},
      { role: 'tool', content: [{ type: 'text', text: 'r', prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } }] },
    ])
  })

  test('the reasoning object of routers is named by the keys that it had', () => {
    const places = (reasoning: JsonObject): unknown => {
      const { context } = createTestContext()
      const { fields } = chat.decodeRequest({ path: '', query: {}, headers: {}, body: { model: 'm', messages: [], reasoning } }, context)
      return { mode: fields?.['reasoning.mode'], effort: fields?.['reasoning.effort'], budget: fields?.['reasoning.budgetTokens'] }
    }
    expect(places({ enabled: true })).toEqual({ mode: '/reasoning/enabled', effort: '/reasoning', budget: '/reasoning' })
    expect(places({ effort: 'high' })).toEqual({ mode: '/reasoning', effort: '/reasoning/effort', budget: '/reasoning' })
    expect(places({ max_tokens: 9 })).toEqual({ mode: '/reasoning', effort: '/reasoning', budget: '/reasoning/max_tokens' })
  })
})

describe('tools that nobody can run', () => {
  const hosted = (family: string): GenerateRequest['tools'] => [
    { type: 'builtin', at: '/tools/0', name: family, family, runsOn: 'server', format: 'messages', config: {} },
    { type: 'function', name: 'f' },
  ]

  test.each(['code-execution', 'web-fetch', 'mcp', 'tool-search', 'advisor', 'of_tomorrow'])(
    '%s refuses the request where it is forced or alone',
    (family) => {
      const noticesOf = (request: Partial<GenerateRequest>): readonly Notice[] => {
        const { context, notices } = createTestContext()
        chat.lowerRequest({ model: 'm', turns: [hi], ...request }, context)
        return notices
      }
      const tools = hosted(family) ?? []
      const severe = { code: 'chat/hosted-tool', severe: true, path: '/tools/0' }
      expect(noticesOf({ tools: tools.slice(0, 1) })).toMatchObject([severe])
      const forced = { mode: 'required', only: [{ name: family, kind: 'builtin' }] } as const
      expect(noticesOf({ tools, toolChoice: forced })[0]).toMatchObject(severe)
      const beside = noticesOf({ tools, toolChoice: { mode: 'required' } })
      expect(beside.map(({ code, path, severe: refused }) => [code, path, refused])).toEqual([
        ['chat/hosted-tool-dropped', '/tools/0', undefined],
      ])
    },
  )

  test('pitfall 22: a choice of a tool that is gone is never widened to the others', () => {
    const only = [{ name: 'web-fetch', kind: 'builtin' }] as const
    for (const mode of ['auto', 'required'] as const) {
      const { body, places } = lower(
        { fields: { toolChoice: '/tool_choice' }, tools: hosted('web-fetch') ?? [], toolChoice: { mode, only } },
        { policy: { ...defaultPolicy, hostedTools: 'drop' } },
      )
      expect(body['tool_choice']).toBe('none')
      expect(places).toEqual(['hosted-tool-dropped /tools/0', 'tool-choice-missing /tool_choice'])
    }
  })
})

describe('what an answer cannot show', () => {
  const usage = (input: Usage['input'], more: Partial<Usage> = {}): Usage => ({
    at: '/usage',
    fields: { 'input.cacheWriteByTtl': '/cache_creation', requests: '/server_tool_use' },
    input,
    output: { total: 1 },
    ...more,
  })

  test('counts of 0 say nothing; others are reported at their place', () => {
    expect(
      answer({
        usage: usage(
          { total: 3, fresh: 3, cacheWrite: 0, cacheWriteByTtl: { '5m': 0, '1h': 0 }, toolUse: 0 },
          { requests: { 'web-search': 0 }, extra: [] },
        ),
      }),
    ).toEqual([])
    expect(
      answer({
        usage: usage({ total: 5, fresh: 3, cacheWrite: 2, cacheWriteByTtl: { '5m': 0, '1h': 2 } }, { requests: { 'web-search': 1 } }),
      }),
    ).toEqual(['usage-detail /usage/server_tool_use', 'usage-detail /usage/cache_creation'])
  })

  test('a citation without a URL is reported once; of one with a URL, what its annotation does not hold', () => {
    const fields = { citedText: '/cited_text', range: '' } as const
    const text: Part = {
      type: 'text',
      at: '/content/0',
      text: 'found',
      citations: [
        { at: '/content/0/citations/0', fields, source: 'document', citedText: 'abc', range: { unit: 'char', start: 0, end: 3 } },
        { at: '/content/0/citations/1', fields, source: 'url', uri: 'https://example.com', citedText: 'abc' },
      ],
    }
    expect(answer({ candidates: [{ index: 0, parts: [text], finish: { unified: 'stop' } }] })).toEqual([
      'citation /content/0/citations/0',
      'citation-detail /content/0/citations/1/cited_text',
    ])
  })

  test('a tier that chat has no word for is not printed', () => {
    expect(answer({ serviceTier: 'batch' })).toEqual(['service-tier /service_tier'])
    const { context } = createTestContext()
    expect(
      chat.encodeResponse({ id: 'r', model: 'm', status: 'completed', candidates: [], serviceTier: 'batch' }, context).body,
    ).not.toHaveProperty('service_tier')
  })

  test('a tier of a compatible server comes back to its own format, as a document and as a stream', () => {
    const { context, notices } = createTestContext()
    const body = {
      id: 'r',
      model: 'm',
      object: 'chat.completion',
      created: 1,
      service_tier: 'on_demand',
      choices: [{ index: 0, message: { role: 'assistant', content: 'a', refusal: null }, logprobs: null, finish_reason: 'stop' }],
    }
    const response = chat.decodeResponse({ status: 200, headers: {}, body }, context)
    expect(chat.encodeResponse(response, context).body).toMatchObject({ service_tier: 'on_demand' })
    expect(writeStream(chat, unfoldResponse(response), context, asked)).toContain('"service_tier":"on_demand"')
    expect(notices).toEqual([])
  })
})

test('rule 34: a message of reasoning alone has content, for a server that takes reasoning back', () => {
  const extensions: Extensions = {}
  const thought: Part = { type: 'reasoning', segments: [{ type: 'full', text: 'Hm.' }], extensions }
  expect(
    lower({ turns: [hi, { author: 'assistant', parts: [thought] }, hi] }, { dialect: dialects.deepseek }).body['messages'],
  ).toMatchObject([{}, { role: 'assistant', content: '', reasoning_content: 'Hm.' }, {}])
})
