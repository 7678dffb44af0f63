import { placeFailure, type Failure, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { othersOf } from '../src/format-pairs.ts'

// Refusals of an upstream must name the caller's own field. Each text of these requests occurs once: a refusal at its place in the
// upstream's document must be moved to its place in the caller's.
const schema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'zq-property' } },
  required: ['city'],
  additionalProperties: false,
}
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const requests: Readonly<Record<FormatId, { readonly path: string; readonly body: JsonObject }>> = {
  messages: {
    path: '/v1/messages',
    body: {
      model: 'm',
      max_tokens: 4321,
      temperature: 0.375,
      system: [{ type: 'text', text: 'zq-system' }],
      tools: [{ name: 'zq_tool', description: 'zq-tool', input_schema: schema }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'zq-first' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'zq-answer' },
            { type: 'tool_use', id: 'toolu_a', name: 'zq_tool', input: { city: 'zq-call' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_a', content: [{ type: 'text', text: 'zq-result' }] },
            { type: 'text', text: 'zq-last' },
          ],
        },
      ],
    },
  },
  chat: {
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      max_completion_tokens: 4321,
      temperature: 0.375,
      tools: [{ type: 'function', function: { name: 'zq_tool', description: 'zq-tool', parameters: schema } }],
      messages: [
        { role: 'system', content: 'zq-system' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'zq-first' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          ],
        },
        {
          role: 'assistant',
          content: 'zq-answer',
          tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'zq_tool', arguments: '{"city":"zq-call"}' } }],
        },
        { role: 'tool', tool_call_id: 'call_a', content: 'zq-result' },
        { role: 'user', content: 'zq-last' },
      ],
    },
  },
  responses: {
    path: '/v1/responses',
    body: {
      model: 'm',
      max_output_tokens: 4321,
      temperature: 0.375,
      instructions: 'zq-system',
      tools: [{ type: 'function', name: 'zq_tool', description: 'zq-tool', parameters: schema, strict: false }],
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'zq-first' },
            { type: 'input_image', image_url: `data:image/png;base64,${png}` },
          ],
        },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'zq-answer' }] },
        { type: 'function_call', call_id: 'call_a', name: 'zq_tool', arguments: '{"city":"zq-call"}' },
        { type: 'function_call_output', call_id: 'call_a', output: 'zq-result' },
        { role: 'user', content: 'zq-last' },
      ],
    },
  },
  contents: {
    path: '/v1beta/models/m:generateContent',
    body: {
      systemInstruction: { parts: [{ text: 'zq-system' }] },
      generationConfig: { maxOutputTokens: 4321, temperature: 0.375 },
      tools: [{ functionDeclarations: [{ name: 'zq_tool', description: 'zq-tool', parametersJsonSchema: schema }] }],
      contents: [
        { role: 'user', parts: [{ text: 'zq-first' }, { inlineData: { mimeType: 'image/png', data: png } }] },
        { role: 'model', parts: [{ text: 'zq-answer' }, { functionCall: { name: 'zq_tool', args: { city: 'zq-call' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'zq_tool', response: { output: 'zq-result' } } }, { text: 'zq-last' }] },
      ],
    },
  },
}

/** Texts and numbers that occur once in every document. */
const marks = ['zq-system', 'zq-first', png, 'zq-answer', 'zq-call', 'zq-result', 'zq-last', 'zq-tool', 'zq-property', 4321, 0.375] as const

interface Asked {
  readonly sent: JsonObject
  readonly place: (path: string) => Failure
}

function ask(from: FormatId, to: FormatId): Asked {
  const { context } = createTestContext()
  const { path, body } = requests[from]
  const [client, upstream] = [formats[from].adapter, formats[to].adapter]
  const parsed = client.parseRequest({ path, query: {}, headers: formats[from].headers, body }, context)
  const lowered = upstream.lowerRequest(client.decodeRequest(parsed, context), context).request
  const message = upstream.encodeRequest(lowered, context)
  const sent = JSON.parse(JSON.stringify(message.body)) as JsonObject // an encoder's body is an object
  const read = upstream.decodeRequest(upstream.parseRequest({ ...message, headers: formats[to].headers, body: sent }, context), context)
  return {
    sent,
    place: (words) =>
      placeFailure({ code: 'invalid-request', message: words, retryable: false, status: 400 }, { source: body, lowered, sent, read }),
  }
}

/** Place of a text or number in a document. */
function find(value: Json, mark: string | number, at: Pointer = ''): Pointer | undefined {
  if (typeof value === 'string' || typeof value === 'number')
    return value === mark || (typeof value === 'string' && typeof mark === 'string' && value.includes(mark)) ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = find(inner as Json, mark, `${at}/${key}`) // a value of JSON is JSON
    if (found !== undefined) return found
  }
  return undefined
}

const bracketed = (path: Pointer): string =>
  path
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')

/** Spellings of a path in each vendor's errors. */
const spellings: Readonly<Record<FormatId, (path: Pointer) => string>> = {
  messages: (path) => `${path.slice(1).replaceAll('/', '.')}: Input should be otherwise`,
  chat: (path) => `Invalid '${bracketed(path)}': expected something else.`,
  responses: (path) => `Invalid value: '${bracketed(path)}'.`,
  contents: (path) =>
    `* GenerateContentRequest.${bracketed(path).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}: must be something else\n`,
}

describe.each(formatIds.flatMap((from) => othersOf(from).map((to) => [from, to] as const)))('a refusal of %s by %s', (from, to) => {
  const { sent, place } = ask(from, to)
  const { body } = requests[from]

  test.each(marks)('is told where the caller said it: %s', (mark) => {
    const [there, here] = [find(sent, mark), find(body, mark)]
    if (there === undefined || here === undefined) throw new Error(`${mark} is not in both documents`)
    const placed = place(spellings[to](there))
    expect(placed.path, `the upstream's ${there}`).toBeDefined()
    expect(`${here}/`).toContain(`${placed.path}/`)
    // Neither a whole list nor a message with several parts: an option, an entry, or a place within it.
    const depth = (placed.path ?? '').split('/').length
    expect(depth).toBeGreaterThanOrEqual(Math.min(3, here.split('/').length))
    expect(placed.message).not.toBe('')
  })

  test('keeps the words and names nothing where nothing is named', () => {
    expect(place('Something is wrong with this.')).toEqual({
      code: 'invalid-request',
      message: 'Something is wrong with this.',
      retryable: false,
      status: 400,
    })
    expect(place('no_such_field.0.x: is wrong').path).toBeUndefined()
  })
})

test('a path that leads the words of the upstream is not the caller’s, and goes; the words stay', () => {
  const { place, sent } = ask('chat', 'messages')
  const there = find(sent, 'zq-result') ?? ''
  expect(place(`${there.slice(1).replaceAll('/', '.')}: text content blocks must be non-empty`)).toMatchObject({
    message: 'text content blocks must be non-empty',
    path: '/messages/3/content',
  })
})

test('the branches of unions that a validator names are passed over', () => {
  const { place } = ask('responses', 'messages')
  expect(place('messages.0.content.1.image.source.base64.data: bad').path).toBe('/input/0/content/1')
  expect(place('tools.0.custom.input_schema.properties.city: bad').path).toBe('/tools/0/parameters/properties/city')
})

test('words without end, and paths without end, take no time', () => {
  const { place } = ask('chat', 'messages')
  for (const words of ['a'.repeat(1e6), 'a.'.repeat(1e6), 'a[0]'.repeat(1e6), "'a".repeat(1e6), `${'*'.repeat(1e6)}a:`]) place(words)
})
