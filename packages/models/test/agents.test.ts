import type { Notice } from '@interlingua/core'
import { expect, test } from 'vitest'
import { anthropicModels, findLimits, geminiModels, openaiModels, type ListedModel } from '../src/index.ts'

const model: ListedModel = {
  id: 'a',
  created: 1,
  ownedBy: 'x',
  inputLimit: 200_000,
  outputLimit: 64_000,
  capabilities: {
    media: ['image', 'document'],
    reasoning: ['adaptive', 'off'],
    efforts: ['low', 'high'],
    tools: true,
    schema: true,
    hostedTools: ['web-search'],
  },
}

function encode(
  style: typeof openaiModels | typeof anthropicModels | typeof geminiModels,
  told = model,
): { body: object; notices: string[] } {
  const notices: string[] = []
  const { body } = style.encodeModel(told, { onNotice: ({ code, path }: Notice) => void notices.push(`${code} ${path}`) })
  return { body, notices }
}

test("in OpenAI's style, as agents read it: limits and capabilities", () => {
  expect(encode(openaiModels)).toEqual({
    body: {
      id: 'a',
      object: 'model',
      created: 1,
      owned_by: 'x',
      context_length: 200_000,
      max_model_len: 200_000,
      max_output_tokens: 64_000,
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      supported_parameters: ['tools', 'tool_choice', 'structured_outputs', 'response_format', 'reasoning', 'include_reasoning'],
    },
    notices: ['models/no-such-field /capabilities'],
  })
})

test.each([
  ['reasons', { reasoning: ['on'] }, ['tools', 'tool_choice', 'reasoning', 'include_reasoning']],
  ['does not reason', { reasoning: ['off'] }, ['tools', 'tool_choice']],
  ['reasons by its efforts', { efforts: ['low'] }, ['tools', 'tool_choice', 'reasoning', 'include_reasoning']],
  ['may reason or not', {}, undefined],
  ['has no efforts, and may reason', { efforts: [] }, undefined],
])("in OpenAI's style, a list of parameters that leaves reasoning out says that the model cannot: one that %s", (_, said, told) => {
  const { body } = encode(openaiModels, { id: 'a', capabilities: { tools: true, ...said } })
  expect((body as { supported_parameters?: unknown }).supported_parameters).toEqual(told) // the key that agents read
})

test("in Anthropic's style: limits, and every capability that its types require", () => {
  const { body, notices } = encode(anthropicModels)
  expect(notices).toEqual(['models/no-such-field /ownedBy'])
  const yes = { supported: true }
  const no = { supported: false }
  expect(body).toMatchObject({
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: {
      batch: no,
      citations: no,
      code_execution: no,
      context_management: { ...no, clear_thinking_20251015: null, clear_tool_uses_20250919: null, compact_20260112: null },
      effort: { ...yes, low: yes, medium: no, high: yes, xhigh: no, max: no },
      image_input: yes,
      pdf_input: yes,
      server_tools: { ...yes, web_search: yes, code_execution: no },
      structured_outputs: yes,
      thinking: { ...yes, types: { adaptive: yes, between_tools: no, disabled: yes, enabled: no } },
    },
  })
})

test("in Google's style: limits, and whether it thinks", () => {
  expect(encode(geminiModels).body).toMatchObject({ inputTokenLimit: 200_000, outputTokenLimit: 64_000, thinking: true })
  expect(encode(geminiModels, { ...model, capabilities: { reasoning: ['off'] } }).body).toMatchObject({ thinking: false })
})

test("what Anthropic's list says of a model is known in every style, and printed again as it was", () => {
  const wire = encode(anthropicModels).body
  const told = anthropicModels.decodeModel(anthropicModels.parseModel({ status: 200, headers: {}, body: wire }))
  expect(told.capabilities).toEqual(model.capabilities)
  expect(encode(anthropicModels, told).body).toEqual(wire)
  expect(encode(openaiModels, told).body).toMatchObject({
    context_length: 200_000,
    architecture: { input_modalities: ['text', 'image', 'file'] },
  })
})

test('what is not known is not said', () => {
  expect(Object.keys(encode(openaiModels, { id: 'a', created: 1 }).body)).toEqual(['id', 'object', 'created', 'owned_by'])
  expect(encode(anthropicModels, { id: 'a', created: 1 }).body).toMatchObject({
    capabilities: null,
    max_input_tokens: null,
    max_tokens: null,
  })
  expect(Object.keys(encode(geminiModels, { id: 'a' }).body)).toEqual(['name', 'displayName'])
})

test.each([
  ['claude-sonnet-4-5-20250929', 200_000],
  ['anthropic/claude-opus-4.6', 1_000_000],
  ['gpt-5', 400_000],
  ['gpt-5-mini', 400_000],
  ['gpt-5-chat-latest', 128_000],
  ['gpt-4.1-nano', 1_047_576],
  ['gemini-2.5-flash', 1_048_576],
  ['gemini-2.5-flash-image', 32_768],
  ['my-own', undefined],
])('the window of %s', (id, input) => {
  expect(findLimits(id)?.input).toBe(input)
})
