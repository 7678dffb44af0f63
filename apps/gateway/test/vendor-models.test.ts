import { GoogleGenAI } from '@google/genai'
import Anthropic from '@anthropic-ai/sdk'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { describe, expect, test } from 'vitest'
import type { ChannelConfig } from '../src/config/config-schema.ts'
import { atEnd } from './at-end.ts'
import { openaiClient } from './sdk-clients.ts'
import { startGateway } from './start-gateway.ts'

/** Channels of the demo with old and new models of each vendor; the demo refuses by their ids what the vendors refuse. */
const channels = {
  anthropic: {
    format: 'messages',
    models: ['claude-sonnet-4-5', 'claude-opus-4-6', 'claude-opus-4-8', 'claude-opus-5-5', 'claude-haiku-5-5'],
  },
  openai: { format: 'responses', models: ['gpt-4o', 'gpt-5', 'gpt-5.6', 'gpt-6-sol', 'gpt-6.1-sol', 'o3'] },
  google: { format: 'contents', models: ['gemini-2.5-flash', 'gemini-2.5-pro', 'gemini-3-pro-preview', 'gemini-3.8-flash'] },
  deepseek: { format: 'chat', dialect: 'deepseek', models: ['deepseek-v4-pro'] },
  moonshot: { format: 'chat', dialect: 'moonshot', models: ['kimi-k2.6', 'kimi-k3'] },
  mistral: { format: 'chat', dialect: 'mistral', models: ['mistral-large-latest'] },
  xai: { format: 'chat', dialect: 'xai', models: ['grok-4.5'] },
  openrouter: { format: 'chat', dialect: 'openrouter', models: ['anthropic/claude-opus-5.5', 'openai/gpt-5.6'] },
} as const satisfies Readonly<Record<string, Pick<ChannelConfig, 'format' | 'dialect' | 'models'>>>

const provider = await startScriptedProvider()
atEnd(() => provider.close())
const gateway = await startGateway({
  channels: Object.entries(channels).map(([name, { models, ...channel }]) => ({
    name,
    ...channel,
    baseUrl: provider.url,
    apiKey: 'demo',
    models: [...models],
  })),
})
const models = Object.values(channels).flatMap(({ models: ids }) => ids)

const openai = openaiClient(gateway.url)
const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
const google = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: gateway.url } })
const schema = { type: 'object' as const, properties: { days: { type: 'integer' }, city: { type: 'string' } }, required: ['city'] }
const asks = 'get_weather city=Oslo'

/** Round with a tool and thinking by each vendor's client: name of the tool that was called, and the final text. */
const rounds: Readonly<Record<string, (model: string) => Promise<readonly [name: string | undefined, text: string | undefined]>>> = {
  'openai, chat': async (model) => {
    const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters: schema } }]
    const first = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: asks }],
      tools,
      reasoning_effort: 'low',
    })
    const said = first.choices[0]?.message
    const call = said?.tool_calls?.[0]
    if (said === undefined || call?.type !== 'function') return [undefined, undefined]
    const result = { role: 'tool' as const, tool_call_id: call.id, content: 'Rain' }
    const stream = openai.chat.completions.stream({
      model,
      messages: [{ role: 'user', content: asks }, said, result],
      tools,
      reasoning_effort: 'low',
    })
    return [call.function.name, (await stream.finalChatCompletion()).choices[0]?.message.content ?? undefined]
  },
  'openai, responses': async (model) => {
    const tools = [{ type: 'function' as const, name: 'get_weather', parameters: schema, strict: false }]
    const settings = {
      model,
      tools,
      store: false,
      reasoning: { effort: 'low' as const },
      include: ['reasoning.encrypted_content' as const],
    }
    const first = await openai.responses.create({ ...settings, input: asks })
    const call = first.output.find((item) => item.type === 'function_call')
    if (call === undefined) return [undefined, undefined]
    const input = [
      { role: 'user' as const, content: asks },
      ...first.output,
      { type: 'function_call_output' as const, call_id: call.call_id, output: 'Rain' },
    ]
    return [call.name, (await openai.responses.create({ ...settings, input: input as never })).output_text] // items of an answer are items of an input
  },
  anthropic: async (model) => {
    const settings = {
      model,
      max_tokens: 4000,
      thinking: { type: 'enabled' as const, budget_tokens: 1024 },
      tools: [{ name: 'get_weather', input_schema: schema }],
    }
    const user = { role: 'user' as const, content: asks }
    const first = await anthropic.messages.create({ ...settings, messages: [user] })
    const call = first.content.find((block) => block.type === 'tool_use')
    if (call === undefined) return [undefined, undefined]
    const result = { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: call.id, content: 'Rain' }] }
    const stream = anthropic.messages.stream({ ...settings, messages: [user, { role: 'assistant', content: first.content }, result] })
    return [call.name, await stream.finalText()]
  },
  google: async (model) => {
    const config = {
      tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: schema }] }],
      thinkingConfig: { includeThoughts: true },
    }
    const user = { role: 'user', parts: [{ text: asks }] }
    const first = await google.models.generateContent({ model, config, contents: [user] })
    const [call] = first.functionCalls ?? []
    const said = first.candidates?.[0]?.content
    if (said === undefined || call?.name === undefined) return [undefined, undefined]
    const response = { name: call.name, response: { output: 'Rain' }, ...(call.id !== undefined && { id: call.id }) }
    const contents = [user, said, { role: 'user', parts: [{ functionResponse: response }] }]
    return [call.name, (await google.models.generateContent({ model, config, contents })).text]
  },
}

/** Refusals of the model's vendor for a client of the channel's own format, which the client would get there too. */
const own: Readonly<Record<string, RegExp>> = {
  anthropic: /^claude-(?:opus-4-8|opus-5-5|haiku-5-5)/,
  'openai, responses': /^gpt-4o/,
  'openai, chat': /^(?:deepseek|mistral|kimi)/,
}

describe.each(Object.keys(rounds))('a round of a tool, thinking, of %s', (client) => {
  test.each(models.filter((model) => own[client]?.test(model) !== true))('with %s', async (model) => {
    const [name, text] = (await rounds[client]?.(model)) ?? []
    expect(name).toBe('get_weather')
    expect(text).toContain('Rain')
  })
})
