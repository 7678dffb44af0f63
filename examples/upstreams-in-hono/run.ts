// Starts the server over two channels, of which the first is out of order, and talks to it with the `openai` SDK.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { issueKey } from '@interlingua/access'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { openStore } from '@interlingua/store'
import OpenAI from 'openai'
import { createServer } from './server.ts'

let refused = 0
const broken = createHttpServer((_request, response) => {
  refused++
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '60' })
  response.end(JSON.stringify({ error: { message: 'The servers are overloaded.', type: 'server_error' } }))
}).listen(0, '127.0.0.1')
await once(broken, 'listening')
const provider = await startScriptedProvider()
const store = await openStore({})
const { key, secret } = issueKey({ name: 'me', models: ['demo-*', 'nowhere'], limits: { requestsPerMinute: 4 } }, Date.now())
await store.keys.insert(key)
const channel = { format: 'chat', apiKey: 'a-secret-of-the-upstream', models: ['demo-chat'] } as const
const app = await createServer(
  {
    channels: [
      { ...channel, name: 'first', baseUrl: `http://127.0.0.1:${portOf(broken.address())}`, priority: 0 },
      { ...channel, name: 'second', baseUrl: provider.url, priority: 1 },
    ],
  },
  store,
)
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
await once(server, 'listening')
const baseURL = `http://127.0.0.1:${portOf(server.address())}/v1`
const client = new OpenAI({ baseURL, apiKey: secret, maxRetries: 0 })
const ask = { model: 'demo-chat', messages: [{ role: 'user', content: 'Good morning!' }] } satisfies OpenAI.ChatCompletionCreateParams

try {
  const plain = await client.chat.completions.create(ask)
  console.log('plain, from the second channel:', plain.choices[0]?.message.content)
  assert.ok(plain.choices[0]?.message.content)
  assert.equal(refused, 1)

  const streamed = await client.chat.completions.stream(ask).finalContent()
  console.log('streamed:', streamed)
  assert.equal(streamed, plain.choices[0].message.content)
  // The first channel asked for a minute, and was asked no more.
  assert.equal(refused, 1)

  await assert.rejects(new OpenAI({ baseURL, apiKey: 'nobody', maxRetries: 0 }).chat.completions.create(ask), OpenAI.AuthenticationError)
  await assert.rejects(client.chat.completions.create({ ...ask, model: 'gpt-5' }), OpenAI.PermissionDeniedError)
  await assert.rejects(client.chat.completions.create({ ...ask, model: 'nowhere' }), OpenAI.NotFoundError)
  await assert.rejects(client.chat.completions.create(ask), OpenAI.RateLimitError)
  console.log('refused: an unknown key, a model that the key may not use, an unknown model, a fifth request in a minute')
} finally {
  server.close()
  broken.close()
  await provider.close()
  await store.close()
}
process.exit(0)

function portOf(address: AddressInfo | string | null): number {
  return (address as AddressInfo).port // the servers listen on TCP
}
