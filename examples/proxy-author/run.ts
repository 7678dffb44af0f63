// Starts the proxy in front of the demo provider and talks to it with the `openai` SDK: `node examples/proxy-author/run.ts`.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import OpenAI from 'openai'
import { createProxy } from './proxy.ts'

const provider = await startScriptedProvider()
const proxy = createProxy(new URL(provider.url), 'any').listen(0, '127.0.0.1')
await once(proxy, 'listening')
const { port } = proxy.address() as AddressInfo // a TCP server that listens has one
const client = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'any', maxRetries: 0 })
const model = 'demo-messages'

try {
  const question: OpenAI.ChatCompletionUserMessageParam = { role: 'user', content: 'Good morning!' }
  const plain = await client.chat.completions.create({ model, messages: [question] })
  console.log('plain:', plain.choices[0]?.message.content)
  assert.equal(plain.object, 'chat.completion')
  assert.ok(plain.choices[0]?.message.content)

  const stream = client.chat.completions.stream({ model, messages: [question] })
  let streamed = ''
  stream.on('content', (delta) => (streamed += delta))
  const folded = await stream.finalChatCompletion()
  console.log('streamed:', streamed)
  assert.equal(streamed, plain.choices[0]?.message.content)
  assert.equal(folded.choices[0]?.finish_reason, 'stop')

  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'get_weather', parameters } }]
  const ask: OpenAI.ChatCompletionUserMessageParam = { role: 'user', content: 'Call get_weather, please.' }
  const called = await client.chat.completions.create({ model, messages: [ask], tools })
  const call = called.choices[0]?.message.tool_calls?.[0]
  assert.ok(call?.type === 'function')
  console.log('call:', call.function.name, call.function.arguments)
  assert.equal(typeof JSON.parse(call.function.arguments).city, 'string')

  const result: OpenAI.ChatCompletionToolMessageParam = { role: 'tool', tool_call_id: call.id, content: 'Sunny, 21 degrees' }
  const answered = await client.chat.completions.create({
    model,
    tools,
    messages: [ask, { role: 'assistant', tool_calls: [call] }, result],
  })
  console.log('answer:', answered.choices[0]?.message.content)
  assert.match(answered.choices[0]?.message.content ?? '', /Sunny/)

  const { response } = await client.chat.completions.create({ model, messages: [question], seed: 7 }).withResponse()
  console.log('lost:', response.headers.get('x-lost'))
  assert.match(response.headers.get('x-lost') ?? '', /seed/)

  // A directive of the demo provider: it responds with 429 in its own dialect, and the SDK sees one in its own.
  const limited = [{ role: 'user' as const, content: '[demo:rate-limit]' }]
  await assert.rejects(client.chat.completions.create({ model, messages: limited }), OpenAI.RateLimitError)
  console.log('error: as the SDK knows it')
} finally {
  proxy.closeAllConnections()
  proxy.close()
  await provider.close()
}
