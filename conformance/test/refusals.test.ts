import { chat, type WireRequest as ChatRequest } from '@interlingua/chat'
import { contents } from '@interlingua/contents'
import { defaultPolicy, translateRequest, translateResponse } from '@interlingua/core'
import type { GenerateAdapter, JsonObject, Notice, Policy, Contexts, WireMessage } from '@interlingua/core'
import { messages, type WireRequest, type WireResponse } from '@interlingua/messages'
import { responses } from '@interlingua/responses'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs } from '../src/format-pairs.ts'

const adapters: Readonly<Record<FormatId, GenerateAdapter>> = { chat, messages, responses, contents }

/** Requests in which only `acme_mode` is lost on the way to any other format. */
const lossy: Readonly<Record<FormatId, JsonObject>> = {
  chat: { model: 'm', max_tokens: 99, messages: [{ role: 'user', content: 'Hi' }], acme_mode: 'x' },
  messages: { model: 'm', max_tokens: 99, messages: [{ role: 'user', content: 'Hi' }], acme_mode: 'x' },
  responses: { model: 'm', max_output_tokens: 99, store: false, input: 'Hi', acme_mode: 'x' },
  contents: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], generationConfig: { maxOutputTokens: 99 }, acme_mode: 'x' },
}

const wire = (body: JsonObject): WireMessage<unknown> => ({ path: '/v1beta/models/m:generateContent', query: {}, headers: {}, body })

interface TestContexts {
  readonly sides: Contexts
  readonly notices: Notice[]
}

function sidesWith(client: Partial<Policy>, upstream: Partial<Policy> = client): TestContexts {
  const { context, notices } = createTestContext()
  return {
    notices,
    sides: {
      client: { ...context, policy: { ...defaultPolicy, ...client } },
      upstream: { ...context, policy: { ...defaultPolicy, ...upstream } },
    },
  }
}

describe.each(formatPairs)('%s to %s', (from, to) => {
  const translate = (body: JsonObject, { sides }: TestContexts): ReturnType<typeof translateRequest> =>
    translateRequest(adapters[from], adapters[to], wire(body), sides)
  const code = `${to}/foreign-field`

  test('a loss is reported once, and the request goes on', () => {
    const given = sidesWith({})
    const { refusal, message } = translate(lossy[from], given)
    expect(refusal).toBeUndefined()
    expect(message?.body).toBeDefined()
    expect(given.notices.map((each) => [each.code, each.kind, each.path])).toEqual([[code, 'dropped', '/acme_mode']])
  })

  test.each(['reject-dropped', 'reject-any'] as const)(
    '`%s` refuses it, reports it once all the same, and gives nothing to send',
    (strictness) => {
      const given = sidesWith({ strictness })
      const translated = translate(lossy[from], given)
      expect(translated).toEqual({
        refusal: expect.objectContaining({ code: 'invalid-request', status: 400, path: '/acme_mode', retryable: false }),
      })
      expect(translated.refusal?.message).toContain(code)
      expect(given.notices.map((each) => each.code)).toEqual([code])
    },
  )

  test('the client is told of it in its own format', () => {
    const given = sidesWith({ strictness: 'reject-any' })
    const { refusal } = translate(lossy[from], given)
    if (refusal === undefined) throw new Error('not refused')
    const reply = adapters[from].encodeFailure(refusal, given.sides.client)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(code)
  })

  test('the policy of either side is enough', () => {
    expect(translate(lossy[from], sidesWith({ strictness: 'reject-dropped' }, {})).refusal?.path).toBe('/acme_mode')
    expect(translate(lossy[from], sidesWith({}, { strictness: 'reject-dropped' })).refusal?.path).toBe('/acme_mode')
  })

  test('an override allows what the strictness refuses, and refuses what it allows', () => {
    expect(translate(lossy[from], sidesWith({ strictness: 'reject-any', overrides: { [code]: 'allow' } })).refusal).toBeUndefined()
    expect(translate(lossy[from], sidesWith({ overrides: { 'any/foreign-field': 'reject' } })).refusal?.path).toBe('/acme_mode')
  })

  test('`reject-any` lets pass what is lost nowhere', () => {
    const { acme_mode: _, ...whole } = lossy[from]
    const given = sidesWith({ strictness: 'reject-any' })
    expect(translate(whole, given).refusal).toBeUndefined()
    expect(given.notices.filter((each) => each.benign !== true)).toEqual([])
  })

  test('what is no request of the format is an error, not a refusal', () => {
    expect(() => translate({ model: 7, contents: 7 }, sidesWith({}))).toThrow(expect.objectContaining({ format: from }))
  })
})

test('a severe loss is refused under the default policy', () => {
  const given = sidesWith({})
  const body = { ...lossy.responses, background: true }
  const translated = translateRequest(responses, chat, wire(body), given.sides)
  expect(given.notices.filter(({ severe }) => severe).map(({ path }) => path)).toEqual(['/background'])
  expect(translated.refusal?.path).toBe('/background')
})

test('the result has the types of the adapters', () => {
  const { sides } = sidesWith({})
  const translated = translateRequest(chat, messages, wire(lossy.chat), sides)
  if (translated.refusal !== undefined) throw new Error(translated.refusal.message)
  const request: WireRequest = translated.message.body
  expect(request.max_tokens).toBe(99)
  // @ts-expect-error a chat request is no Messages request
  const _other: ChatRequest = translated.message.body

  const { refusal, message } = translateRequest(chat, messages, wire(lossy.chat), sides)
  // @ts-expect-error nothing is known of the message before the refusal is looked at
  expect(message.body.max_tokens).toBe(99)
  if (refusal === undefined) expect(message.body.max_tokens).toBe(99)

  const body = { id: 'c', object: 'chat.completion', model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'Ho' } }] }
  const reply = translateResponse(messages, chat, { status: 200, headers: {}, body }, sides, {})
  const document: WireResponse = reply.body
  expect(document.content).toMatchObject([{ type: 'text', text: 'Ho' }])
})
