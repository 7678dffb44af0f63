import { defaultPolicy, type GenerateRequest, isInterlinguaError, type JsonObject } from '@interlingua/core'
import { arbitraryRequest, createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../tools/runs.ts'
import type { FormatId } from '../src/format-id.ts'
import { formats } from '../src/formats.ts'

const { adapter: messages } = formats.messages
const asking = /"(?:cache_control|prompt_cache_breakpoint|prompt_cache_key|prompt_cache_retention|ttl)":/

interface Sent {
  readonly body: JsonObject
  /** Body of the lowered request that is lowered once more. */
  readonly twice: JsonObject
  readonly codes: readonly string[]
}

/** Body that goes to an upstream with or without caching; undefined if the request cannot be sent. */
function send(target: FormatId, request: GenerateRequest, cache: 'client' | 'off', marks: boolean): Sent | undefined {
  const model = { format: target, pattern: '*', asOf: '2026-11-23', cacheMarks: marks }
  const { context, notices } = createTestContext({ policy: { ...defaultPolicy, cache }, model })
  const { adapter } = formats[target]
  try {
    const { request: lowered } = adapter.lowerRequest(request, context)
    const again = adapter.lowerRequest(lowered, createTestContext({ policy: { ...defaultPolicy, cache }, model }).context)
    const bodyOf = (each: GenerateRequest): JsonObject => adapter.encodeRequest(each, context).body as JsonObject // a body is an object
    return { body: bodyOf(lowered), twice: bodyOf(again.request), codes: notices.map(({ code }) => code) }
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return undefined
  }
}

const marked: GenerateRequest = {
  model: 'demo',
  turns: [
    { author: 'instruction', parts: [{ type: 'text', text: 'Be brief.', cache: { ttl: '1h' } }] },
    { author: 'user', parts: [{ type: 'text', text: 'Hello', cache: {} }] },
  ],
  tools: [{ type: 'function', name: 'look', schema: { type: 'object' }, cache: {} }],
  cache: { key: 'a customer', retention: '24h', auto: {}, mode: 'implicit' },
}

test.each([
  ['messages', false, undefined],
  ['chat', false, undefined],
  ['chat', true, { mode: 'explicit' }],
  ['responses', false, undefined],
  ['responses', true, { mode: 'explicit' }],
] as const)('without caching an upstream of %s (marks: %s) is asked for none, and a notice tells each loss', (target, marks, options) => {
  const sent = send(target, marked, 'off', marks)
  expect(JSON.stringify(sent?.body)).not.toMatch(asking)
  expect(sent?.body['prompt_cache_options']).toEqual(options)
  expect(sent?.codes.filter((code) => code === `${target}/cache-off`).length).toBe(7)
  expect(JSON.stringify(send(target, marked, 'client', marks)?.body)).toMatch(asking)
})

test.each(['messages', 'chat', 'responses', 'contents'] as const)(
  'no request asks %s for a cache that is turned off, and lowering twice changes nothing',
  (target) => {
    fc.assert(
      fc.property(arbitraryRequest, fc.boolean(), (request, marks) => {
        const sent = send(target, request, 'off', marks)
        if (sent === undefined) return
        expect(JSON.stringify(sent.body)).not.toMatch(/"(?:cache_control|prompt_cache_breakpoint)":\{/)
        expect(sent.twice).toEqual(sent.body)
      }),
      runs(100),
    )
  },
)

test("a request of Anthropic's own format loses its marks alone", () => {
  const body = {
    model: 'demo',
    max_tokens: 100,
    cache_control: { type: 'ephemeral' },
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral', ttl: '1h' } }] }],
  }
  const { context } = createTestContext()
  const request = messages.decodeRequest(messages.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  expect(send('messages', request, 'off', false)?.body).toEqual({
    model: 'demo',
    max_tokens: 100,
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  })
})
