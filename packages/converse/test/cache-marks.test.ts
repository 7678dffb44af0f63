import { findModelProfile, defaultPolicy, type GenerateRequest, type JsonObject, type Part, type Turn } from '@interlingua/core'
import { checkConverseRequest, createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { profiles } from '../src/profiles.ts'
import { converse } from '../src/index.ts'

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const nova = 'us.amazon.nova-lite-v1:0'
const long = 'The rules of this house. '.repeat(200)
const text = (author: Turn['author'], words: string): Turn => ({ author, parts: [{ type: 'text', text: words }] })
const tool = { type: 'function', name: 'look', schema: { type: 'object', properties: {} } } as const
const call: Turn = { author: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'look', kind: 'function', arguments: '{}' }] }
const result: Turn = { author: 'user', parts: [{ type: 'tool-result', callId: 'c1', parts: [{ type: 'text', text: 'Nothing.' }] }] }

/** Body that Bedrock gets; the places of its cache points, and the codes of the notices. */
function send(request: Omit<GenerateRequest, 'model'>, model = claude, cache: 'auto' | 'client' | 'off' = 'auto') {
  const profile = findModelProfile(profiles, model)
  const { context, notices } = createTestContext({ policy: { ...defaultPolicy, cache }, ...(profile && { model: profile }) })
  const lowered = converse.lowerRequest({ model, ...request }, context)
  const body = JSON.parse(JSON.stringify(converse.encodeRequest(lowered.request, context).body)) as JsonObject // printed JSON
  expect(checkConverseRequest(body)).toEqual([])
  return { body, places: placesOf(body), codes: notices.map(({ code }) => code.replace('converse/', '')) }
}

type Blocks = readonly (JsonObject | undefined)[]

/** Places of the cache points in a body, in the order in which Bedrock reads it, as the blocks that they stand behind. */
function placesOf(body: JsonObject): readonly string[] {
  const { toolConfig, system, messages } = body as {
    readonly toolConfig?: { readonly tools: Blocks }
    readonly system?: Blocks
    readonly messages: readonly { readonly content: Blocks }[]
  } // a body of this format, as the encoder printed it
  const marked = (blocks: Blocks | undefined, place: string): readonly string[] =>
    (blocks ?? []).flatMap((block, index) => (block?.['cachePoint'] === undefined ? [] : [`${place}/${index - 1}`]))
  return [
    ...marked(toolConfig?.tools, 'tools'),
    ...marked(system, 'system'),
    ...messages.flatMap(({ content }, index) => marked(content, `messages/${index}`)),
  ]
}

describe('cache: auto', () => {
  test.each([claude, nova])('marks the end of the instructions, of the request before, and of this one: %s', (model) => {
    const turns: Turn[] = [text('instruction', long), text('user', 'Where is it?')]
    const ends: string[] = []
    for (let round = 0; round < 4; round++) {
      const { places, codes } = send({ turns: [...turns], tools: [tool] }, model)
      expect(codes).toContain('cache-marks-added')
      expect([places[0], places.length]).toEqual(['system/0', round === 0 ? 2 : 3])
      if (round > 0) expect(places.at(-2)).toBe(ends.at(-1))
      ends.push(places.at(-1) ?? '')
      turns.push(call, result)
    }
    expect(new Set(ends).size).toBe(4)
  })

  test('marks the tools of Claude where there are no instructions, and none of Nova', () => {
    const request = { turns: [text('user', 'Hello')], tools: [{ ...tool, description: long }] }
    expect(send(request).places).toEqual(['tools/0', 'messages/0/0'])
    expect(send(request, nova).places).toEqual(['messages/0/0'])
  })

  test('marks the text before a video, or a document that is no PDF, since Bedrock refuses a point behind them', () => {
    const ending = (...parts: readonly Part[]): readonly string[] =>
      send({ turns: [text('instruction', long), { author: 'user', parts: [{ type: 'text', text: 'See.' }, ...parts] }], tools: [tool] })
        .places
    const document = (mime: string): Part => ({ type: 'document', title: 'notes', source: { type: 'inline', mime, base64: 'aGk=' } })
    expect(ending(document('text/csv'))).toEqual(['system/0', 'messages/0/0'])
    expect(ending(document('application/pdf'))).toEqual(['system/0', 'messages/0/1'])
    const video: Part = { type: 'media', kind: 'video', source: { type: 'inline', mime: 'video/mp4', base64: 'AAAA' } }
    const turns: Turn[] = [text('instruction', long), { author: 'user', parts: [{ type: 'text', text: 'See.' }, video] }]
    expect(send({ turns, tools: [tool] }, nova).places).toEqual(['system/0', 'messages/0/0'])
  })

  test.each([
    ['a model that nobody knows', 'arn:aws:bedrock:eu-central-1:1:application-inference-profile/abc'],
    ['another family', 'meta.llama4-scout-17b-instruct-v1:0'],
    ['Claude without caches', 'anthropic.claude-3-haiku-20240307-v1:0'],
    ['Claude 3.5 Sonnet', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ])('adds none for %s', (_, model) => {
    expect(send({ turns: [text('instruction', long), text('user', 'Hello')], tools: [tool] }, model).places).toEqual([])
  })

  test('adds some for Claude 3.5 Haiku, without a lifetime', () => {
    const request = { turns: [text('instruction', long), text('user', 'Hello')], tools: [tool] }
    const { body } = send(request, 'anthropic.claude-3-5-haiku-20241022-v1:0')
    expect(body['system']).toEqual([{ text: long }, { cachePoint: { type: 'default' } }])
  })

  test.each([
    ['a single question without tools', { turns: [text('instruction', long), text('user', 'Hello')] }],
    ['a short conversation', { turns: [text('user', 'Hello'), text('assistant', 'Hi'), text('user', 'Well?')] }],
    ['fewer than about 1,000 tokens', { turns: [text('instruction', long.slice(0, 3000)), text('user', 'Hello')], tools: [tool] }],
    [
      'a client that wants no caching but at its own marks',
      { turns: [text('instruction', long), text('user', 'Hello')], tools: [tool], cache: { mode: 'explicit' } },
    ],
  ] as const)('adds none for %s', (_, request) => {
    expect(send(request as Omit<GenerateRequest, 'model'>).places).toEqual([])
  })

  test('adds none beside marks of the client, and where the channel wants none', () => {
    const marked: Turn = { author: 'user', parts: [{ type: 'text', text: 'Hello', cache: { ttl: '1h' } }] }
    const own = send({ turns: [text('instruction', long), marked], tools: [tool] })
    expect([own.places, own.codes]).toEqual([['messages/0/0'], expect.not.arrayContaining(['cache-marks-added'])])
    const request = { turns: [text('instruction', long), text('user', 'Hello')], tools: [tool] }
    expect([send(request, claude, 'client').places, send(request, claude, 'off').places]).toEqual([[], []])
  })

  test('stands for the automatic caching of Anthropic, which has no place here', () => {
    const { places, codes } = send({ turns: [text('instruction', long), text('user', 'Hello')], tools: [tool], cache: { auto: {} } })
    expect([places, codes]).toEqual([['system/0', 'messages/0/0'], expect.arrayContaining(['cache-marks-added'])])
  })
})

test('an hour is five minutes for models that keep no cache for so long', () => {
  const turns: Turn[] = [{ author: 'user', parts: [{ type: 'text', text: 'Hello', cache: { ttl: '1h' } }] }]
  const ttlOf = (model: string): unknown => /"ttl":"(\w+)"/.exec(JSON.stringify(send({ turns }, model).body))?.[1]
  expect([claude, nova, 'anthropic.claude-sonnet-4-20250514-v1:0'].map(ttlOf)).toEqual(['1h', '5m', '5m'])
})
