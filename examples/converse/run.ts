// Starts `serve.ts` before a scripted Bedrock and the demo provider, and talks to it in all formats: `node examples/converse/run.ts`.
// The client is made of the adapters themselves: in every format, it sends and reads the same conversation.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chain,
  foldEvents,
  isJsonObject,
  parseJson,
  type Failure,
  type GenerateResponse,
  type Part,
  type Tool,
  type Turn,
} from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { createTestContext } from '@interlingua/testkit'
import { startVitest } from 'vitest/node'
import { converse } from './src/edge.ts'
import { account, createUpstream, isSigned } from './upstream.ts'

const calls: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = []
const upstream = createUpstream((path, headers, body) => calls.push({ path, headers, body })).listen(0, '127.0.0.1')
await once(upstream, 'listening')
const key = 'key-of-this-example'
Object.assign(process.env, {
  AWS_REGION: account.region,
  AWS_ACCESS_KEY_ID: account.accessKeyId,
  AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, // a TCP server that listens has one
  INTERLINGUA_API_KEY: key,
  PORT: '0',
})
const { gateway, served, url } = await import('./serve.ts')

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather: Tool = { type: 'function', name: 'get_weather', schema: parameters }
const said = (text: string): Turn => ({ author: 'user', parts: [{ type: 'text', text }] })
const textOf = (parts: readonly Part[] = []): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** Response to a conversation, or the failure, as a client of the format reads it. */
async function ask(
  { adapter, stream: { binary } }: FormatEdge,
  model: string,
  stream: boolean,
  turns: readonly Turn[],
  tools?: readonly Tool[],
): Promise<GenerateResponse | Failure> {
  const { context } = createTestContext()
  const { request } = adapter.lowerRequest({ model, turns, stream, output: { maxTokens: 500 }, ...(tools && { tools }) }, context)
  const { path, query, headers, body } = adapter.encodeRequest(request, context)
  const address = new URL(`${path}?${new URLSearchParams(query)}`, url)
  const init = { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body: JSON.stringify(body) }
  const reply = await fetch(address, init)
  const bytes = await readAll(reply)
  const document = { status: reply.status, headers: Object.fromEntries(reply.headers), body: parseJson(new TextDecoder().decode(bytes)) }
  if (!reply.ok) return adapter.decodeFailure(adapter.parseFailure(document), context)
  if (!stream) return adapter.decodeResponse(adapter.parseResponse(document, context), context)
  assert.equal(reply.headers.get('content-type')?.split(';')[0], adapter.http.streamContentType)
  const reader = binary?.createReader()
  const texts = reader ? [...reader.push(bytes), ...reader.end()] : [new TextDecoder().decode(bytes)]
  const machine = chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context))
  return foldEvents([...texts.flatMap((text) => machine.push(text)), ...machine.end()])
}

/** Bytes of a body. Some formats break the connection if a response fails, which the reader of the stream must notice. */
async function readAll({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return Buffer.concat(chunks)
}

async function answer(...asked: Parameters<typeof ask>): Promise<readonly Part[]> {
  const got = await ask(...asked)
  assert.ok('candidates' in got && got.status === 'completed', JSON.stringify(got))
  assert.ok((got.usage?.input.total ?? 0) > 0 && (got.usage?.output.total ?? 0) > 0, 'what it cost is said')
  return got.candidates[0]?.parts ?? []
}

const bedrock = 'us.anthropic.claude-x-v1:0'
const demos = ['demo-messages', 'demo-chat', 'demo-responses', 'demo-contents']

try {
  for (const edge of served) {
    for (const model of edge === converse ? [bedrock, ...demos] : [bedrock])
      for (const stream of [false, true]) {
        assert.notEqual(textOf(await answer(edge, model, stream, [said('Good morning!')])), '')

        const question = said('Call get_weather, please.')
        const called = await answer(edge, model, stream, [question], [weather])
        const call = called.find((part) => part.type === 'tool-call')
        assert.ok(call?.name === 'get_weather', JSON.stringify(called))
        const input = parseJson(call.arguments)
        assert.ok(isJsonObject(input) && typeof input['city'] === 'string', call.arguments)

        const result: Turn = {
          author: 'user',
          parts: [{ type: 'tool-result', callId: call.callId, name: call.name, parts: said('Sunny, 21 degrees').parts }],
        }
        const told = textOf(await answer(edge, model, stream, [question, { author: 'assistant', parts: called }, result], [weather]))
        assert.match(told, /Sunny/)
        console.log(`${edge.adapter.format} > ${model}${stream ? ', streamed' : ''}: ${told}`)
      }

    // Cut between two messages, inside one, and with the connection: none of them is the end of a response.
    for (const way of ['cut between', 'cut inside', 'cut off']) {
      const cut = await ask(edge, bedrock, true, [said(way)])
      const failure = 'candidates' in cut ? cut.failure : cut
      assert.ok(failure, `${way}: ${JSON.stringify(cut)}`)
      // Clients of AWS take a stream that just ends for a complete one, so they must get a failure.
      if (edge === converse) assert.notEqual(failure.code, 'truncated-stream')
    }
    const busy = await ask(edge, bedrock, false, [said('busy')])
    assert.ok('code' in busy && busy.code === 'rate-limit', JSON.stringify(busy))
    console.log(`${edge.adapter.format}: failures are failures`)
  }

  // The upstream took signed calls only; a changed call no longer fits its signature.
  const [call] = calls
  assert.ok(call)
  assert.equal(call.path, '/model/us.anthropic.claude-x-v1%3A0/converse')
  assert.ok(await isSigned(call.path, call.headers, call.body))
  assert.ok(!(await isSigned(call.path, call.headers, Buffer.concat([call.body, Buffer.from(' ')]))))
  assert.ok(!(await isSigned(call.path.replace('claude', 'nova'), call.headers, call.body)))
  assert.ok(calls.every(({ body, headers }) => !`${JSON.stringify(headers)}${body}`.includes(account.secretAccessKey)))
  console.log(`${calls.length} calls were signed`)
} finally {
  await gateway.close(0)
  upstream.closeAllConnections()
  upstream.close()
}

const vitest = await startVitest('test', [], { root: import.meta.dirname, config: false, watch: false, include: ['test/laws.test.ts'] })
await vitest.close()
if (vitest.state.getCountOfFailedTests() > 0 || vitest.state.getFiles().length === 0) process.exitCode = 1
