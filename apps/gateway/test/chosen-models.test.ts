import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { expect, test } from 'vitest'
import { atEnd } from './at-end.ts'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'
import { startUpstream } from './start-upstream.ts'

// A request in the upstream's format passes if its caller named the model. If an alias or a route led to the model, the caller does not know what the
// model refuses, and still gets an answer.
const upstream = await startUpstream()
const provider = await startScriptedProvider()
atEnd(() => provider.close())
const channel = (name: string, format: string, url: string, to: string, dialect?: string) => ({
  name,
  format,
  baseUrl: url,
  apiKey: 'k',
  models: [{ name: `${name}-alias`, upstream: to }, { name: to }],
  ...(dialect !== undefined && { dialect }),
})
const gateway = await startGateway({
  channels: [
    channel('claude', 'messages', provider.url, 'claude-opus-5-5'),
    channel('gemini', 'contents', provider.url, 'gemini-2.5-pro'),
    channel('gpt', 'responses', provider.url, 'gpt-5'),
    channel('mistral', 'chat', provider.url, 'mistral-large-latest', 'mistral'),
    channel('seen', 'chat', upstream.url, 'gpt-4.1'),
  ] as never, // the parts that matter here
})

const asks = {
  claude: (model: string, stream: boolean) =>
    post(`${gateway.url}/v1/messages`, {
      model,
      stream,
      max_tokens: 4000,
      temperature: 1,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  gemini: (model: string, stream: boolean) =>
    post(`${gateway.url}/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`, {
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' }, presencePenalty: 0.5 },
    }),
  gpt: (model: string, stream: boolean) =>
    post(`${gateway.url}/v1/responses`, {
      model,
      stream,
      input: [
        {
          role: 'user',
          content: [{ type: 'input_text', text: 'Hello', prompt_cache_breakpoint: { mode: 'explicit' } }],
        },
      ],
      reasoning: { effort: 'xhigh' },
    }),
  mistral: (model: string, stream: boolean) =>
    post(`${gateway.url}/v1/chat/completions`, {
      model,
      stream,
      ...(stream && { stream_options: { include_usage: true } }),
      user: 'u',
      max_completion_tokens: 500,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
} as const
const models = { claude: 'claude-opus-5-5', gemini: 'gemini-2.5-pro', gpt: 'gpt-5', mistral: 'mistral-large-latest' } as const
const cases = (['claude', 'gemini', 'gpt', 'mistral'] as const).flatMap((name) => [false, true].map((stream) => [name, stream] as const))

test.each(cases)('%s: what the model refuses is left out where an alias led to it (stream: %s)', async (name, stream) => {
  const answer = await asks[name](`${name}-alias`, stream)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).toMatch(/Hello|You said/)
  expect(answer.headers.get('interlingua-notices')).toMatch(/approximated|dropped/)
  expect(answer.text).toContain(`${name}-alias`)
})

test.each(cases)('%s: and is the caller’s own where it named the model, itself or at its channel (stream: %s)', async (name, stream) => {
  for (const model of [models[name], ...(name === 'gemini' ? [] : [`${name}/${models[name]}`])]) {
    const answer = await asks[name](model, stream)
    expect([400, 422], answer.text).toContain(answer.status)
  }
})

test('what the model takes passes as it is spelled', async () => {
  const text =
    '{ "model":"seen-alias",  "messages":[ {"role":"user","content":"h\\u0069"} ],\n"temperature":0.50, "tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}] }'
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        '{"id":"c","object":"chat.completion","created":1,"model":"gpt-4.1","choices":[{"index":0,"message":{"role":"assistant","content":"well"},"finish_reason":"stop"}]}',
      )
  const answer = await post(`${gateway.url}/v1/chat/completions`, text)
  expect(answer.status).toBe(200)
  expect(upstream.seen.at(-1)?.body.toString()).toBe(text.replace('seen-alias', 'gpt-4.1'))
})
