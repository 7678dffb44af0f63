import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { gatewayProcesses } from '../services/gateway-processes.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { openSocket } from './open-socket.ts'

/** Idle connections; `INTERLINGUA_SOCKETS=10000` opens as many as one process takes by default. */
const idle = Number(process.env['INTERLINGUA_SOCKETS'] ?? 1_000)

const processes = await gatewayProcesses()
const provider = await startScriptedProvider()
atEnd(() => provider.close())
const formats = ['messages', 'chat', 'contents', 'responses'] as const
const channels = formats.map((format) => ({ name: format, format, baseUrl: provider.url, apiKey: 'k', models: [format] }))
const websocket = { perKey: 20_000, total: 20_000 }

const prompt = 'Hello'

/** Events of a stream of the demo, and the index of the first one behind which its answer is whole. */
async function recordStream(format: (typeof formats)[number]): Promise<{ readonly events: readonly string[]; readonly essential: number }> {
  const paths = {
    messages: '/v1/messages',
    chat: '/v1/chat/completions',
    responses: '/v1/responses',
    contents: '/v1beta/models/m:streamGenerateContent?alt=sse',
  }
  const bodies = {
    messages: { model: 'm', max_tokens: 99, stream: true, messages: [{ role: 'user', content: prompt }] },
    chat: { model: 'm', stream: true, stream_options: { include_usage: true }, messages: [{ role: 'user', content: prompt }] },
    responses: { model: 'm', stream: true, input: prompt },
    contents: { contents: [{ role: 'user', parts: [{ text: prompt }] }] },
  }
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer k',
    'x-api-key': 'k',
    'x-goog-api-key': 'k',
    'anthropic-version': '2023-06-01',
  }
  const recorded = await fetch(`${provider.url}${paths[format]}`, { method: 'POST', headers, body: JSON.stringify(bodies[format]) })
  const events = (await recorded.text()).split(/(?<=\n\n)/).filter((event) => event.trim() !== '')
  // The last event of Chat says only that there is no more, and an answer of Gemini is whole with its reason.
  const essential = events.findIndex((event) => /finish_reason": ?"|finishReason|message_stop|response\.completed/.test(event))
  return { events, essential }
}

/** Resident bytes of a process. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

test('an idle connection costs at most 60 KB', async () => {
  const gateway = await processes.start({ channels, port: 0, apiKey: 'any', responses: { websocket } })
  // The first ones load what all share.
  for (let index = 0; index < 20; index++) await openSocket(gateway.url)
  const before = residentOf(gateway.pid)
  for (let opened = 0; opened < idle; opened += 50) await Promise.all(Array.from({ length: 50 }, () => openSocket(gateway.url)))
  const each = (residentOf(gateway.pid) - before) / idle
  console.log(`${idle} idle connections: ${Math.round(each / 1024)} KiB each`)
  expect(each).toBeLessThan(60_000)
  // The gateway serves on.
  const socket = await openSocket(gateway.url)
  expect((await socket.turn({ model: 'messages', input: 'Hello' })).at(-1)?.type).toBe('response.completed')
  await gateway.kill()
})

test('a gateway that is killed behind any event of a turn never leaves a completed one behind', async () => {
  const { events, essential } = await recordStream('messages')
  const upstream = await startUpstream()
  const channel = { name: 'messages', format: 'messages' as const, baseUrl: upstream.url, apiKey: 'k', models: ['m'] }
  let sent = 0
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // The rest never comes.
    response.write(events.slice(0, sent).join('') || ': wait\n\n')
  }
  for (sent = 0; sent < essential; sent++) {
    const gateway = await processes.start({ channels: [channel], port: 0, apiKey: 'any' })
    const socket = await openSocket(gateway.url)
    const ended = socket.turn({ model: 'm', input: prompt, store: false }).then(() => 'an end', String)
    await waitFor(() => upstream.seen.length === sent + 1 && (sent === 0 || socket.frames.length > 0))
    await gateway.kill()
    expect(await ended).toContain('closed')
    expect(socket.frames.map(({ type }) => type)).not.toContain('response.completed')
  }
})

test.each(formats)('an upstream of %s that is cut behind any event gives no completed turn', async (format) => {
  const { events, essential } = await recordStream(format)
  const upstream = await startUpstream()
  const channel = { name: format, format, baseUrl: upstream.url, apiKey: 'k', models: ['m'] }
  const gateway = await startGateway({ circuitBreaker: false, retry: { attempts: 1 }, channels: [channel] })
  const socket = await openSocket(gateway.url)
  atEnd(() => socket.socket.terminate())
  let sent = 0
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(events.slice(0, sent).join(''))
    if (sent === events.length) response.end()
    else setTimeout(() => response.destroy(), 5)
  }
  for (sent = 0; sent < essential; sent++) {
    const frames = await socket.turn({ model: 'm', input: prompt, store: false })
    expect([sent, frames.at(-1)?.type]).toEqual([sent, frames.length > 1 ? 'response.failed' : 'error'])
  }
  sent = events.length
  expect((await socket.turn({ model: 'm', input: prompt, store: false })).at(-1)?.type).toBe('response.completed')
})

test('a client that does not read stops the reading of its upstream, and keeps nobody else', async () => {
  const upstream = await startUpstream()
  let written = 0
  upstream.answer = (response, { body }) => {
    const piece = (text: string): string =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: text } }] })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (!body.includes('endless')) {
      const end = {
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }],
      }
      return void response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`)
    }
    const text = piece('x'.repeat(50_000))
    const pour = (): void => {
      while (!response.destroyed && response.write(text)) written += text.length
      response.once('drain', pour)
    }
    pour()
  }
  const gateway = await startGateway({ channels: [{ name: 'chat', format: 'chat', baseUrl: upstream.url, apiKey: 'k', models: ['m'] }] })
  const slow = await openSocket(gateway.url)
  slow.socket.pause()
  slow.send({ type: 'response.create', model: 'm', input: 'endless', store: false })
  await waitFor(() => written > 1_000_000)
  // Bounded by the buffers of the sockets on the way.
  let last = -1
  await waitFor(async () => {
    const same = written === last
    last = written
    await new Promise((done) => setTimeout(done, 500))
    return same
  })
  expect(written).toBeLessThan(60_000_000)
  const quick = await openSocket(gateway.url)
  expect((await quick.turn({ model: 'm', input: 'short', store: false })).at(-1)?.type).toBe('response.completed')
  slow.socket.terminate()
  await waitFor(() => upstream.seen.some(({ left }) => left))
  quick.socket.terminate()
})
