import { defaultPolicy, findModelProfile, type GenerateRequest, type Turn } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { messages, modelProfiles } from '@interlingua/messages'

const long = 'The rules of this house. '.repeat(120)
const text = (author: Turn['author'], words: string): Turn => ({ author, parts: [{ type: 'text', text: words }] })
const tool = { type: 'function', name: 'look', schema: { type: 'object' } } as const
const call: Turn = { author: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'look', kind: 'function', arguments: '{}' }] }
const result: Turn = { author: 'user', parts: [{ type: 'tool-result', callId: 'c1', parts: [{ type: 'text', text: 'Nothing.' }] }] }

interface Sent {
  readonly system?: readonly { readonly text: string; readonly cache_control?: object }[]
  readonly tools?: readonly { readonly cache_control?: object }[]
  readonly messages: readonly { readonly content: readonly { readonly cache_control?: object }[] }[]
}

function send(request: Omit<GenerateRequest, 'model'>, model = 'claude-sonnet-4-5', cache: 'auto' | 'client' | 'off' = 'auto') {
  const profile = findModelProfile(modelProfiles, model)
  const { context, notices } = createTestContext({ policy: { ...defaultPolicy, cache }, ...(profile && { model: profile }) })
  const lowered = messages.lowerRequest({ model, ...request }, context)
  const body = messages.encodeRequest(lowered.request, context).body as unknown as Sent // a body of this format
  return { body, codes: notices.map(({ code }) => code), places: placesOf(body) }
}

/** Places of the marks in a body, in the order in which the server reads it. */
function placesOf(body: Sent): readonly string[] {
  const marked = (list: readonly { readonly cache_control?: object }[] | undefined, place: string): readonly string[] =>
    (list ?? []).flatMap((block, index) => (block.cache_control === undefined ? [] : [`${place}/${index}`]))
  return [
    ...marked(body.tools, 'tools'),
    ...marked(Array.isArray(body.system) ? body.system : undefined, 'system'),
    ...body.messages.flatMap(({ content }, index) => (Array.isArray(content) ? marked(content, `messages/${index}`) : [])),
  ]
}

test('a session has a mark at the end of its instructions, of the request before, and of its own, so that each request finds what the one before wrote', () => {
  const turns: Turn[] = [text('instruction', long), text('user', 'Where is it?')]
  const ends: string[] = []
  for (let round = 0; round < 4; round++) {
    const { places, codes } = send({ turns: [...turns], tools: [tool] })
    expect(codes).toContain('messages/cache-marks-added')
    expect(places[0]).toBe('system/0')
    expect(places.length).toBe(round === 0 ? 2 : 3)
    // The mark before the last is where the request before this one ended.
    if (round > 0) expect(places.at(-2)).toBe(ends.at(-1))
    ends.push(places.at(-1) ?? '')
    turns.push(call, result)
  }
  expect(new Set(ends).size).toBe(4)
})

test('without instructions the tools bear the first mark', () => {
  const tools = [
    { ...tool, description: long },
    { ...tool, name: 'listen', deferred: true },
  ]
  expect(send({ turns: [text('user', 'Hello')], tools }).places).toEqual(['tools/1', 'messages/0/0'])
})

test.each([
  ['a single question without tools', { turns: [text('instruction', long), text('user', 'Hello')] }],
  ['a short conversation', { turns: [text('user', 'Hello'), text('assistant', 'Hi'), text('user', 'Well?')] }],
  [
    'a client that wants no caching but at its own marks',
    { turns: [text('instruction', long), text('user', 'Hello')], tools: [tool], cache: { mode: 'explicit' } },
  ],
] as const)('%s gets none', (_, request) => {
  expect(send(request as Omit<GenerateRequest, 'model'>).places).toEqual([])
})

test('marks of the client are its own affair, and no others are added', () => {
  const marked: Turn = { author: 'user', parts: [{ type: 'text', text: 'Hello', cache: {} }] }
  const { places, codes } = send({ turns: [text('instruction', long), marked], tools: [tool] })
  expect(places).toEqual(['messages/0/0'])
  expect(codes).not.toContain('messages/cache-marks-added')
})

test('servers of other vendors, and channels that want none, get none', () => {
  const request = { turns: [text('instruction', long), text('user', 'Hello')], tools: [tool] }
  expect(send(request, 'kimi-k3').places).toEqual([])
  expect(send(request, 'claude-sonnet-4-5', 'client').places).toEqual([])
  expect(send(request).places.length).toBe(2)
})

test('a mark stands on no empty text and no thought, and lowering twice adds nothing', () => {
  const turns = [
    text('instruction', long),
    text('user', 'Hello'),
    text('assistant', 'Hi'),
    {
      author: 'user',
      parts: [
        { type: 'text', text: 'So' },
        { type: 'text', text: ' ' },
      ],
    } as Turn,
  ]
  const { body, places } = send({ turns, tools: [tool] })
  expect(places).toEqual(['system/0', 'messages/0/0', 'messages/2/0'])
  expect(JSON.stringify(body).match(/cache_control/g)?.length).toBe(3)
})
