import {
  findModelProfile,
  isJsonObject,
  type FunctionTool,
  type GenerateRequest,
  type JsonObject,
  type Reversals,
  type StreamEvent,
} from '@interlingua/core'
import { checkConverseRequest, createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { profiles } from '../src/profiles.ts'
import { converse } from '../src/index.ts'

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const nova = 'us.amazon.nova-2-lite-v1:0'

interface Sent {
  /** Declarations as Bedrock gets them. */
  readonly specs: readonly JsonObject[]
  readonly body: JsonObject
  /** Code and place of each notice. */
  readonly notices: readonly (readonly [string, string])[]
  readonly reversals: Reversals
}

function send(tools: readonly Omit<FunctionTool, 'type'>[], model = claude, more: Partial<GenerateRequest> = {}): Sent {
  const profile = findModelProfile(profiles, model)
  const { context, notices } = createTestContext(profile && { model: profile })
  const declared = tools.map((tool, index): FunctionTool => ({
    type: 'function',
    at: `/tools/${index}`,
    fields: { schema: '/parameters' },
    ...tool,
  }))
  const request: GenerateRequest = { turns: [{ author: 'user', parts: [{ type: 'text', text: 'Hi' }] }], ...more, model, tools: declared }
  const lowered = converse.lowerRequest(request, context)
  const body = JSON.parse(JSON.stringify(converse.encodeRequest(lowered.request, context).body)) as JsonObject // printed JSON
  expect(checkConverseRequest(body)).toEqual([])
  // Lowering twice is lowering once.
  const { context: quiet } = createTestContext(profile && { model: profile })
  expect(converse.encodeRequest(converse.lowerRequest(lowered.request, quiet).request, quiet).body).toEqual(
    converse.encodeRequest(lowered.request, context).body,
  )
  const { toolConfig } = body
  const specs = isJsonObject(toolConfig) && Array.isArray(toolConfig['tools']) ? toolConfig['tools'] : []
  return {
    body,
    specs: specs.filter(isJsonObject).flatMap(({ toolSpec }) => (isJsonObject(toolSpec) ? [toolSpec] : [])),
    notices: notices.map(({ code, path }) => [code.replace('converse/', ''), path]),
    reversals: lowered.reversals,
  }
}

function schemaOf(spec: JsonObject | undefined): JsonObject {
  const input = spec?.['inputSchema']
  const json = isJsonObject(input) ? input['json'] : undefined
  return isJsonObject(json) ? json : {}
}

const text = { type: 'string' } as const

describe('a schema that Claude refuses', () => {
  test.each(['anyOf', 'oneOf', 'allOf'])('with %s at its root becomes one object that takes the same', (union) => {
    const schema = {
      type: 'object',
      [union]: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { type: 'object', properties: { b: text }, required: ['b'] },
      ],
    }
    const { specs, notices } = send([{ name: 'look', description: 'Looks.', schema }])
    const json = schemaOf(specs[0])
    expect(json).toMatchObject({ type: 'object', properties: { a: text, b: text } })
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) expect(json[keyword]).toBeUndefined()
    expect(notices.map(([code]) => code)).toContain('tool-schema-weakened')
    for (const [, place] of notices) expect(place).toMatch(/^\/tools\/0\/parameters/)
  })

  test('without a type, with one that is no object, or missing, is an object', () => {
    const { specs, notices } = send([
      { name: 'a', schema: { properties: { a: text } } },
      { name: 'b', schema: { type: 'string' } },
      { name: 'c' },
    ])
    expect(specs.map((spec) => schemaOf(spec)['type'])).toEqual(['object', 'object', 'object'])
    expect(notices.map(([, place]) => place.split('/')[2])).toEqual(expect.arrayContaining(['0', '1', '2']))
  })

  test('in the words of an older draft is one of draft 2020-12', () => {
    const old = { type: 'object', properties: { n: { type: 'integer', minimum: 0, exclusiveMinimum: true } } }
    const { specs, notices } = send([{ name: 'a', schema: old }])
    expect(specs[0]?.['inputSchema']).toEqual({ json: { type: 'object', properties: { n: { type: 'integer', exclusiveMinimum: 0 } } } })
    expect(notices).toEqual([['tool-schema-spelled', '/tools/0/parameters/properties/n']])
  })

  test('goes as it came to other families, and to Claude where it is plain', () => {
    const union = { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: text, b: text } }
    expect(send([{ name: 'look', schema: union }], nova).specs).toEqual([{ name: 'look', inputSchema: { json: union } }])
    const plain = { type: 'object', properties: { a: { ...text, minLength: 1 } }, required: ['a'], additionalProperties: false }
    const { specs, notices } = send([{ name: 'look', schema: plain }])
    expect([specs, notices]).toEqual([[{ name: 'look', inputSchema: { json: plain } }], []])
  })

  test('that is to be enforced loses what cannot be, and says where', () => {
    const schema = { type: 'object', properties: { a: { ...text, minLength: 3 } }, required: ['a'], additionalProperties: false }
    const { specs, notices } = send([{ name: 'look', schema, strict: true }])
    expect([specs[0]?.['strict'], JSON.stringify(specs).includes('minLength":3')]).toEqual([true, false])
    expect(notices).toEqual([['format-schema-weakened', '/tools/0/parameters/properties/a']])
    const older = send([{ name: 'look', schema, strict: true }], 'anthropic.claude-sonnet-4-20250514-v1:0')
    expect([older.specs[0]?.['strict'], older.notices]).toEqual([undefined, [['tool-strict', '/tools/0/strict']]])
  })
})

describe('names', () => {
  test('of tools are legal and come back, and a description without words is none', () => {
    const long = 'n'.repeat(70)
    const { specs, notices, reversals } = send([
      { name: 'files.read all', description: ' ', schema: { type: 'object' } },
      { name: long, schema: { type: 'object' } },
    ])
    for (const { name, description } of specs) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(description).toBeUndefined()
      expect(['files.read all', long]).toContain(reversals.toolNames.get(String(name))?.name)
    }
    expect(notices.map(([code]) => code)).toEqual(['tool-name', 'tool-name'])
  })

  const keyed = {
    name: 'look',
    description: 'Looks.',
    schema: { type: 'object', properties: { 'where to': text, plain: text }, required: ['where to'] },
    examples: [{ 'where to': 'Oslo' }],
  }

  test('of arguments are legal, in the history and in examples too', () => {
    const { specs, body, notices, reversals } = send([keyed], claude, {
      turns: [
        { author: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        {
          author: 'assistant',
          parts: [{ type: 'tool-call', callId: 'c1', name: 'look', kind: 'function', arguments: '{"where to":"Rome","n":1.0}' }],
        },
        { author: 'user', parts: [{ type: 'tool-result', callId: 'c1', parts: [{ type: 'text', text: 'Sun.' }] }] },
      ],
    })
    const { properties, required } = schemaOf(specs[0])
    const wire = Array.isArray(required) ? String(required[0]) : ''
    expect(wire).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
    expect(Object.keys(isJsonObject(properties) ? properties : {})).toEqual([wire, 'plain'])
    expect(specs[0]?.['description']).toContain(`{"${wire}":"Oslo"}`)
    expect(body['messages']).toMatchObject([{}, { content: [{ toolUse: { input: { [wire]: 'Rome', n: 1 } } }] }, {}])
    expect(notices).toContainEqual(['tool-keys', '/tools/0/parameters/properties'])
    expect(reversals.argumentKeys?.get('look')).toEqual(new Map([[wire, 'where to']]))
  })

  test('of arguments come back in an answer, whole or as a stream cut anywhere', () => {
    const { reversals } = send([keyed])
    const [wire = ''] = reversals.argumentKeys?.get('look')?.keys() ?? []
    const { context } = createTestContext()
    const input = { [wire]: 'Oslo', plain: wire }
    const body = {
      output: { message: { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'look', input } }] } },
      stopReason: 'tool_use',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    }
    const answer = converse.decodeResponse(converse.parseResponse({ status: 200, headers: {}, body }, context), context, { reversals })
    const [part] = answer.candidates[0]?.parts ?? []
    expect(part?.type === 'tool-call' && JSON.parse(part.arguments)).toEqual({ 'where to': 'Oslo', plain: wire })
    const whole = JSON.stringify(input)
    for (let size = 1; size <= whole.length; size++) {
      const decoder = converse.createStreamDecoder(context, { reversals })
      const events: StreamEvent[] = []
      const push = (name: string, value: JsonObject): void => void events.push(...decoder.push({ type: 'event', wire: { name, value } }))
      push('messageStart', { role: 'assistant' })
      push('contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 't1', name: 'look' } } })
      for (let at = 0; at < whole.length; at += size)
        push('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: whole.slice(at, at + size) } } })
      push('contentBlockStop', { contentBlockIndex: 0 })
      const pieces = events.flatMap((event) => (event.type === 'part-delta' && event.delta.type === 'arguments' ? [event.delta.text] : []))
      expect(pieces.join('')).toBe(JSON.stringify({ 'where to': 'Oslo', plain: wire }))
    }
  })
})
