import type { Failure, JsonObject } from '@interlingua/core'
import { expect, test } from 'vitest'
import { createRefusalMemory, parameters } from '@interlingua/upstreams'
import { findRefused, withoutParameters } from '../src/generate/fit-learned.ts'

function refusal(format: 'chat' | 'responses' | 'messages' | 'contents', message: string, param?: string): Failure {
  const wire = { error: { message, ...(param !== undefined && { param, code: 'unsupported_value' }) } }
  return { code: 'invalid-request', message, retryable: false, status: 400, raw: { format, wire } }
}

function left(format: 'chat' | 'responses' | 'messages' | 'contents', body: JsonObject, message: string, param?: string): JsonObject {
  return withoutParameters(body, findRefused(format, 400, refusal(format, message, param), body))
}

test.each([
  [
    'chat',
    { model: 'm', temperature: 0.2, top_p: 0.5 },
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'temperature',
    { model: 'm', top_p: 0.5 },
  ],
  [
    'responses',
    { model: 'm', reasoning: { summary: 'auto' } },
    'Your organization must be verified to generate reasoning summaries.',
    'reasoning.summary',
    { model: 'm' },
  ],
  [
    'messages',
    { model: 'm', temperature: 0.2, top_p: 0.5 },
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    undefined,
    { model: 'm', temperature: 0.2 },
  ],
  [
    'contents',
    { generationConfig: { presencePenalty: 1, frequencyPenalty: 1, topP: 0.5 } },
    'Penalty is not enabled for this model',
    undefined,
    { generationConfig: { topP: 0.5 } },
  ],
  ['chat', { model: 'm', reasoning_effort: 'low' }, 'Model grok-4 does not support parameter reasoningEffort.', undefined, { model: 'm' }],
  ['messages', { model: 'm', metadata: { user_id: 'u' } }, 'metadata: Extra inputs are not permitted', undefined, { model: 'm' }],
] as const)('%s: %o and "%s" (%s)', (format, body, message, param, expected) => {
  expect(left(format, body, message, param)).toEqual(expected)
})

test('structure is never left out, nor what was not sent, nor what another error is about', () => {
  const body = { model: 'm', temperature: 1, stop: ['a'], tools: [], response_format: { type: 'json_object' } }
  for (const [message, param] of [
    ["Unsupported parameter: 'stop' is not supported with this model.", 'stop'],
    ["Unknown parameter: 'tools[0].temperature'.", 'tools[0].temperature'],
    ["Unsupported parameter: 'top_p' is not supported with this model.", 'top_p'],
    ['Function tools are not supported with this model', undefined],
    ['the temperature of the request is too high', undefined],
  ] as const)
    expect(left('chat', body, message, param)).toBe(body)
  expect(findRefused('chat', 500, refusal('chat', "Unsupported parameter: 'temperature'", 'temperature'), body)).toEqual([])
})

test('a refusal is remembered for an hour, by model, and no more models than there is room for', () => {
  let now = 0
  const memory = createRefusalMemory(() => now)
  const [one, other] = parameters.chat ?? []
  if (one === undefined || other === undefined) throw new Error('there are parameters')
  memory.note('m', [one])
  now = 1_800_000
  memory.note('m', [other])
  expect(memory.of('m')).toEqual([one, other])
  expect(memory.of('n')).toEqual([])
  now = 3_600_000
  expect(memory.of('m')).toEqual([other])
  now = 5_400_000
  expect(memory.of('m')).toEqual([])
  for (let i = 0; i <= 1000; i++) memory.note(`m${i}`, [one])
  expect(memory.of('m0')).toEqual([])
  expect(memory.of('m1000')).toEqual([one])
})
