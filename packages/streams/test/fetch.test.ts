import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { chat } from '@interlingua/chat'
import { chain, translateRequest, translateStream, type Machine, type Notice } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { createContext, toAsyncIterable, toTransformStream } from '@interlingua/streams'

let server: Server | undefined

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // a server on a port has an address with a port
}

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const events = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße, ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Welt' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
]
const wire = Buffer.from(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))

/** The answer of a Messages upstream for a Chat client. */
function createTranslation(notices: Notice[]): Machine<string, string> {
  const side = {
    client: createContext({ onNotice: (notice) => notices.push(notice) }),
    upstream: createContext({ onNotice: (notice) => notices.push(notice) }),
  }
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }
  const { asked, sent } = translateRequest(chat, messages, { path: '/v1/chat/completions', query: {}, headers: {}, body }, side)
  if (asked === undefined) throw new Error('refused')
  const { reader, writer } = translateStream(chat, messages, side, { ...asked, ...sent })
  return chain(reader, writer)
}

function textOf(sse: string): string {
  const chunks = sse
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)) as { choices?: { delta?: { content?: string } }[] })
  return chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('')
}

it('translates a Messages stream that a server sends byte by byte into a Chat stream', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    void (async () => {
      for (const byte of wire) {
        response.write(Buffer.of(byte))
        if (byte > 127) await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })()
  })
  const notices: Notice[] = []
  const { body } = await fetch(url)
  const translated = body?.pipeThrough(toTransformStream(createTranslation(notices))).pipeThrough(new TextEncoderStream())
  const text = await new Response(translated).text()
  expect(textOf(text)).toBe('Grüße, Welt')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
})

it('pitfall 46: a socket that breaks becomes a failure in the client’s dialect, where asked', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(wire.subarray(0, 600), () => response.destroy())
  })
  const { body } = await fetch(url)
  const errors: unknown[] = []
  let text = ''
  for await (const piece of toAsyncIterable(createTranslation([]), body ?? new ReadableStream(), {
    onError: (error) => errors.push(error),
  }))
    text += piece
  expect(errors).toHaveLength(1)
  expect(text).toContain('"error"')
  expect(text).not.toContain('[DONE]')
})

it('a client that leaves closes the socket of the upstream', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(': ping\n\n'), 5)
    response.write(wire.subarray(0, 600))
    response.on('close', () => {
      clearInterval(timer)
      closed.resolve()
    })
  })
  const { body } = await fetch(url)
  for await (const piece of toAsyncIterable(createTranslation([]), body ?? new ReadableStream())) {
    expect(piece).not.toBe('')
    break
  }
  await closed.promise
})
