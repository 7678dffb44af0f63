// Starts `server.ts` before the scripted provider, and talks to it as a client of Converse and of Chat Completions: `node examples/gateway-author/run.ts`.
import assert from 'node:assert/strict'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'

const provider = await startScriptedProvider({ port: 0, host: '127.0.0.1' })
Object.assign(process.env, { UPSTREAM_URL: provider.url, OPENAI_API_KEY: 'demo', PORT: '0' })
const { gateway, secret, url } = await import('./server.ts')

async function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers }
  return fetch(`${url}${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) })
}

const turns = [{ role: 'user', content: [{ text: 'Good morning!' }] }]
const answered = await post('/model/demo-chat/converse', { messages: turns })
assert.equal(answered.status, 200)
const { output, stopReason } = await answered.json()
assert.equal(stopReason, 'end_turn')
assert.ok(output.message.content[0].text.length > 0)

const streamed = await post('/model/demo-chat/converse-stream', { messages: turns })
assert.equal(streamed.headers.get('content-type'), 'application/vnd.amazon.eventstream')
assert.ok((await streamed.text()).includes('messageStop'))

const chatted = await post('/v1/chat/completions', { model: 'demo-chat', messages: [{ role: 'user', content: 'Good morning!' }] })
assert.equal((await chatted.json()).choices[0].finish_reason, 'stop')

assert.equal((await post('/model/demo-chat/converse', { messages: turns }, { 'x-blocked': '1' })).status, 403)
assert.equal((await post('/model/demo-chat/converse', { messages: turns }, { authorization: 'Bearer no' })).status, 403)

await gateway.close()
await provider.close()
console.log('a format of your own is served by a gateway of your own')
