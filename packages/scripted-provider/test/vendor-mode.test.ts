import { describe, expect, test } from 'vitest'
import { isJsonObject } from '@interlingua/core'
import { postJson } from './post-json.ts'
import { serve } from './provider.ts'

const { provider, anthropic, openai, google } = await serve()
const loose = await serve({ vendorRules: false })
const user = { role: 'user', content: 'Hello' } as const

/** Asks the vendor's own client a plain question and returns the text of the answer. */
async function ask(model: string): Promise<unknown> {
  if (model.startsWith('claude')) {
    const { content } = await anthropic.messages.create({ model, max_tokens: 100, messages: [user] })
    return content[0]
  }
  if (model.startsWith('gemini')) return (await google.models.generateContent({ model, contents: 'Hello' })).text
  if (/^(?:gpt|o\d)/.test(model)) return (await openai.responses.create({ model, input: 'Hello' })).output_text
  return (await openai.chat.completions.create({ model, messages: [user] })).choices[0]?.message.content
}

test.each([
  'claude-sonnet-4-5',
  'claude-opus-4-6',
  'claude-opus-5-5',
  'claude-haiku-5-5',
  'gpt-4o',
  'gpt-5',
  'gpt-5.6',
  'gpt-6-sol',
  'gpt-6.1-sol',
  'o3',
  'gemini-2.5-flash',
  'gemini-3-pro-preview',
  'gemini-3.8-flash',
  'deepseek-v4-pro',
  'kimi-k3',
  'mistral-large-latest',
  'grok-4.5',
  'qwen3-max',
  'glm-4.7',
  'minimax-m2',
  'anthropic/claude-opus-5.5',
  'openai/gpt-5.6',
])('%s answers', async (model) => {
  expect(JSON.stringify(await ask(model))).toContain('Demo provider')
})

describe('what a vendor refuses comes in its own document', () => {
  const chat = `${provider.url}/v1/chat/completions`

  test('of Anthropic', async () => {
    const body = { model: 'claude-opus-5-5', max_tokens: 10, temperature: 0.2, messages: [user] }
    const reply = await postJson(`${provider.url}/v1/messages`, body, { 'anthropic-version': '2023-06-01' })
    expect(reply).toMatchObject({
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: expect.stringContaining('`temperature`') },
        request_id: expect.any(String),
      },
    })
    await expect(anthropic.messages.create({ ...body, messages: [user] })).rejects.toThrow(/temperature/)
  })

  test('of OpenAI, in both formats', async () => {
    expect(await postJson(chat, { model: 'gpt-5', temperature: 0.8, messages: [user] })).toEqual({
      status: 400,
      body: {
        error: {
          message: "Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value is supported.",
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'unsupported_value',
        },
      },
    })
    await expect(openai.responses.create({ model: 'o3', input: 'Hello', temperature: 0.2 })).rejects.toMatchObject({
      status: 400,
      param: 'temperature',
      code: 'unsupported_parameter',
    })
  })

  test('of Google', async () => {
    const config = { presencePenalty: 1 }
    await expect(google.models.generateContent({ model: 'gemini-2.5-flash', contents: 'Hello', config })).rejects.toThrow(
      /Penalty is not enabled for this model.*INVALID_ARGUMENT.*generation_config.presence_penalty/,
    )
  })

  test('of Mistral: a field that it does not know is a 422', async () => {
    expect(await postJson(chat, { model: 'mistral-large-latest', seed: 1, messages: [user] })).toMatchObject({
      status: 422,
      body: {
        object: 'error',
        message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', input: 1 }] },
      },
    })
    expect(await postJson(chat, { model: 'mistral-large-latest', messages: [user, { role: 'assistant', content: 'Yes' }] })).toMatchObject({
      status: 400,
      body: { object: 'error', code: '3230' },
    })
  })

  test('of xAI', async () => {
    expect(await postJson(chat, { model: 'grok-4.5', stop: ['x'], messages: [user] })).toEqual({
      status: 400,
      body: { code: 'Client specified an invalid argument', error: 'Argument not supported on this model: stop' },
    })
  })

  test('of OpenRouter: its own, and what the vendor behind it says as a text', async () => {
    const tools = [{ type: 'function', function: { name: 'find', parameters: { type: 'object', properties: {} } } }]
    const reply = await postJson(chat, { model: 'anthropic/claude-opus-5.5', tools, tool_choice: 'required', messages: [user] })
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { message: 'Provider returned error', code: 400, metadata: { provider_name: 'Anthropic' } } },
    })
    const error = isJsonObject(reply.body) && isJsonObject(reply.body['error']) ? reply.body['error'] : {}
    const raw = isJsonObject(error['metadata']) ? JSON.parse(String(error['metadata']['raw'])) : undefined
    expect(raw).toMatchObject({ type: 'error', error: { message: expect.stringContaining('not supported for this model') } })
    expect(await postJson(chat, { model: 'openai/o3', reasoning: { effort: 'none' }, messages: [user] })).toMatchObject({
      status: 400,
      body: { error: { message: 'Reasoning is mandatory for this endpoint and cannot be disabled.', code: 400 } },
    })
  })

  test.each(['deepseek-v4-pro', 'kimi-k3', 'qwen3-max', 'glm-4.7', 'minimax-m2'])('of %s', async (model) => {
    const wrong = {
      tools: [{ type: 'function', function: { name: 'find' } }],
      tool_choice: { type: 'function', function: { name: 'find' } },
    }
    const own = { 'qwen3-max': { enable_thinking: true }, 'minimax-m2': { temperature: 0 } }
    const more = own[model as keyof typeof own] // undefined for the other models
    expect(await postJson(chat, { model, messages: [user], ...wrong, ...more })).toMatchObject({
      status: 400,
      body: { error: { message: expect.any(String) } },
    })
  })
})

describe('whose rules hold', () => {
  const chat = `${provider.url}/v1/chat/completions`
  const named = { messages: [{ ...user, name: 'Ann' }] }

  test('those of the server that a directive names', async () => {
    expect(await postJson(chat, { model: 'demo-chat', ...named })).toMatchObject({ status: 200 })
    expect(await postJson(chat, { model: 'demo-chat', ...named }, { 'x-demo-vendor': 'groq' })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("property 'name' is unsupported") } },
    })
    expect(await postJson(chat, { model: 'demo-chat', ...named }, { 'x-demo-vendor': 'nobody' })).toMatchObject({ status: 400 })
  })

  test('none, where a directive or the operator says so', async () => {
    const wrong = { model: 'o3', temperature: 0.3, messages: [user] }
    expect((await postJson(chat, wrong)).status).toBe(400)
    expect((await postJson(chat, wrong, { 'x-demo-vendor': 'none' })).status).toBe(200)
    expect((await postJson(`${loose.provider.url}/v1/chat/completions`, wrong)).status).toBe(200)
    expect((await postJson(`${loose.provider.url}/v1/chat/completions`, wrong, { 'x-demo-vendor': 'openai' })).status).toBe(400)
  })

  test('a count of tokens follows them too', async () => {
    const tools = [{ name: 'find', input_schema: { type: 'object' as const } }]
    const count = { messages: [user], tools, tool_choice: { type: 'any' as const } }
    await expect(anthropic.messages.countTokens({ model: 'claude-opus-5-5', ...count })).rejects.toThrow(/tool_choice/)
    expect((await anthropic.messages.countTokens({ model: 'claude-opus-5', ...count })).input_tokens).toBeGreaterThan(0)
  })
})
