import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { atEnd } from '../at-end.ts'
import { issueCertificate } from '../channels/issue-certificate.ts'
import { startProxy } from '../channels/start-proxy.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { markScripted } from '../valid-answers.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { type Frame, openSocket, type OpenSocket } from './open-socket.ts'

type Body = Readonly<Record<string, unknown>>

/** Upstream of Responses that is asked by frames and by HTTP. */
interface SocketUpstream {
  readonly url: string
  /** Requests by frames, with the number of their socket. */
  readonly frames: { readonly socket: number; readonly body: Body }[]
  /** Requests by HTTP. */
  readonly posts: Body[]
  /** Headers of the handshakes. */
  readonly handshakes: IncomingMessage['headers'][]
  /** Open sockets. */
  readonly sockets: Set<WebSocket>
  /** How a handshake is answered: absent: it is accepted. */
  upgrade?: ((transport: Duplex) => void) | undefined
  /** How a frame is answered. Absent: with an answer. */
  answer?: ((socket: WebSocket, body: Body, events: readonly string[]) => void) | undefined
}

/** Starts one; `tls`: key and certificate of `localhost`, without which it speaks plain HTTP. */
async function startSocketUpstream(tls?: ReturnType<typeof issueCertificate>): Promise<SocketUpstream> {
  let answers = 0
  let opened = 0
  const eventsFor = ({ store }: Body): readonly string[] => {
    const n = ++answers
    const item = {
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: `Answer ${n}`, annotations: [] }],
    }
    const done = {
      id: `resp_${n}`,
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: 'm',
      output: [item],
      store: store ?? true,
    }
    const place = { item_id: item.id, output_index: 0, content_index: 0 }
    return [
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.output_text.delta', ...place, delta: `Answer ${n}` },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ].map((event, index) => JSON.stringify({ ...event, sequence_number: index }))
  }
  const serve: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body // the gateway writes objects
      upstream.posts.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        eventsFor(body)
          .map((event) => `data: ${event}\n\n`)
          .join(''),
      )
    })
  }
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve)
  const accepting = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, transport, head) => {
    upstream.handshakes.push(request.headers)
    if (upstream.upgrade) return upstream.upgrade(transport)
    accepting.handleUpgrade(request, transport, head, (socket) => {
      const number = ++opened
      upstream.sockets.add(socket)
      socket.on('close', () => upstream.sockets.delete(socket))
      socket.on('message', (data) => {
        const body = JSON.parse(String(data)) as Body // the gateway writes objects
        upstream.frames.push({ socket: number, body })
        const events = eventsFor(body)
        if (upstream.answer) upstream.answer(socket, body, events)
        else for (const event of events) socket.send(event)
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const unmark = markScripted(port)
  atEnd(() => {
    unmark()
    for (const socket of upstream.sockets) socket.terminate()
    server.closeAllConnections()
    server.close()
  })
  const upstream: SocketUpstream = {
    url: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    frames: [],
    posts: [],
    handshakes: [],
    sockets: new Set(),
  }
  return upstream
}

const gatewayFor = (upstream: SocketUpstream, more: Partial<ChannelConfig> = {}): Promise<RunningGateway> =>
  startGateway({
    channels: [{ name: 'r', format: 'responses', baseUrl: upstream.url, apiKey: 'k', models: ['m'], webSocket: true, ...more }],
    circuitBreaker: false,
    retry: { attempts: 1 },
  })

async function open(gateway: RunningGateway): Promise<OpenSocket> {
  const opened = await openSocket(gateway.url)
  atEnd(() => opened.socket.terminate())
  return opened
}

const last = (frames: readonly Frame[]): Frame => frames.at(-1) ?? { type: 'none' }
function idOf(frames: readonly Frame[]): string {
  expect(last(frames)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
  return (last(frames)['response'] as { id: string }).id // just checked
}
const said = { model: 'm', input: 'Hello', store: false }

test('turns of a lane go over one socket of the upstream, behind the response before with what is new alone', async () => {
  const upstream = await startSocketUpstream()
  const socket = await open(await gatewayFor(upstream))
  const first = idOf(await socket.turn(said))
  idOf(await socket.turn({ ...said, input: 'And now?', previous_response_id: first }))
  idOf(await socket.turn({ ...said, input: 'Anew' }))
  idOf(await socket.turn({ ...said, stream_id: 'other', input: 'Elsewhere' }))
  expect(upstream.posts).toEqual([])
  expect(upstream.frames.map(({ socket: number }) => number)).toEqual([1, 1, 1, 2])
  const [whole, next, anew] = upstream.frames.map(({ body }) => body)
  expect(whole).toMatchObject({ type: 'response.create', model: 'm', input: 'Hello', store: false })
  expect(whole).not.toHaveProperty('stream')
  expect(next).toMatchObject({ type: 'response.create', previous_response_id: first, input: 'And now?' })
  expect(anew).not.toHaveProperty('previous_response_id')
  expect(upstream.handshakes[0]).toMatchObject({ authorization: 'Bearer k' })
  socket.socket.close()
  await waitFor(() => upstream.sockets.size === 0)
})

test('a socket that ended between two turns is opened again, with the whole conversation', async () => {
  const upstream = await startSocketUpstream()
  const socket = await open(await gatewayFor(upstream))
  const first = idOf(await socket.turn(said))
  for (const each of upstream.sockets) each.close()
  await waitFor(() => upstream.sockets.size === 0)
  idOf(await socket.turn({ ...said, input: 'And now?', previous_response_id: first }))
  expect(upstream.posts).toEqual([])
  expect(upstream.frames[1]).toMatchObject({
    socket: 2,
    body: { input: [{ content: 'Hello' }, { role: 'assistant' }, { role: 'user' }] },
  })
  expect(upstream.frames[1]?.body).not.toHaveProperty('previous_response_id')
})

test('an upstream that has lost the response gets the whole conversation by HTTP', async () => {
  const upstream = await startSocketUpstream()
  const socket = await open(await gatewayFor(upstream))
  const first = idOf(await socket.turn(said))
  upstream.answer = (each) => {
    const error = { type: 'invalid_request_error', code: 'previous_response_not_found', message: 'gone', param: 'previous_response_id' }
    each.send(JSON.stringify({ type: 'error', status: 400, error }))
  }
  idOf(await socket.turn({ ...said, input: 'And now?', previous_response_id: first }))
  expect(upstream.posts).toMatchObject([{ input: [{ content: 'Hello' }, { role: 'assistant' }, { role: 'user' }] }])
})

test.each([426, 404, 405, 500, 403])('a handshake that is refused with %i leads to HTTP', async (status) => {
  const upstream = await startSocketUpstream()
  upstream.upgrade = (transport) => void transport.end(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  const socket = await open(await gatewayFor(upstream))
  const first = idOf(await socket.turn(said))
  idOf(await socket.turn({ ...said, input: 'And now?', previous_response_id: first }))
  expect(upstream.posts).toHaveLength(2)
  // A server that says that it has none is not asked again at each turn.
  expect(upstream.handshakes).toHaveLength(status === 426 || status === 404 || status === 405 ? 1 : 2)
})

test.each<[string, Partial<SocketUpstream>, Partial<ChannelConfig>]>([
  ['dies in the handshake', { upgrade: (transport) => void transport.destroy() }, {}],
  ['hangs in the handshake', { upgrade: () => {} }, { timeouts: { connect: 0.3 } }],
  ['dies before the first event', { answer: (each) => each.terminate() }, {}],
  ['closes before the first event', { answer: (each) => each.close(1001) }, {}],
  ['hangs before the first event', { answer: () => {} }, { timeouts: { firstByte: 0.3 } }],
  ['sends a binary frame', { answer: (each) => each.send(Buffer.from([1])) }, {}],
])('an upstream that %s is asked by HTTP', async (_title, behaviour, settings) => {
  const upstream = Object.assign(await startSocketUpstream(), behaviour)
  const socket = await open(await gatewayFor(upstream, settings))
  const frames = await socket.turn(said)
  idOf(frames)
  expect(frames.filter(({ type }) => type === 'response.created')).toHaveLength(1)
  expect(upstream.posts).toHaveLength(1)
})

test.each<[string, SocketUpstream['answer'], Partial<ChannelConfig>]>([
  [
    'dies',
    (each, _body, [created = '', added = '']) => {
      each.send(created)
      each.send(added, () => each.terminate())
    },
    {},
  ],
  [
    'closes',
    (each, _body, [created = '']) => {
      each.send(created)
      each.close(1011)
    },
    {},
  ],
  ['hangs', (each, _body, [created = '']) => each.send(created), { timeouts: { idle: 0.3 } }],
  [
    'sends what is no event',
    (each, _body, [created = '']) => {
      each.send(created)
      each.send('{"type":')
    },
    {},
  ],
])('an upstream that %s in the middle gives a failed turn, and the next one goes well', async (_title, answer, settings) => {
  const upstream = await startSocketUpstream()
  upstream.answer = answer
  const socket = await open(await gatewayFor(upstream, settings))
  const frames = await socket.turn(said)
  expect(last(frames)).toMatchObject({ type: 'response.failed' })
  expect(upstream.posts).toEqual([])
  upstream.answer = undefined
  idOf(await socket.turn(said))
  expect(upstream.frames.map(({ socket: number }) => number)).toEqual([1, 2])
})

test('a refusal of the upstream is told as by HTTP, and not asked for again', async () => {
  const upstream = await startSocketUpstream()
  upstream.answer = (each) =>
    each.send(
      JSON.stringify({
        type: 'error',
        status: 400,
        error: { type: 'invalid_request_error', code: 'bad', message: 'Not so.', param: 'input' },
      }),
    )
  const socket = await open(await gatewayFor(upstream))
  expect(last(await socket.turn(said))).toMatchObject({
    type: 'error',
    status: 400,
    error: { code: 'bad', message: 'Not so.', param: 'input' },
  })
  expect([upstream.frames.length, upstream.posts.length]).toEqual([1, 0])
  upstream.answer = undefined
  idOf(await socket.turn(said))
  expect(upstream.frames.map(({ socket: number }) => number)).toEqual([1, 1])
})

test('a client that leaves ends the upstream’s work, and one by HTTP is not asked over a socket', async () => {
  const upstream = await startSocketUpstream()
  upstream.answer = (each, _body, [created = '']) => each.send(created)
  const gateway = await gatewayFor(upstream)
  const socket = await open(gateway)
  const begun = socket.until(({ type }) => type === 'response.created')
  socket.send({ type: 'response.create', ...said })
  await begun
  socket.socket.terminate()
  await waitFor(() => upstream.sockets.size === 0)
  const answer = await fetch(`${gateway.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ ...said, stream: true }),
  })
  expect(await answer.text()).toContain('response.completed')
  expect([upstream.frames.length, upstream.posts.length]).toEqual([1, 1])
})

test('a client that reads too slowly stops the reading of the socket', async () => {
  const upstream = await startSocketUpstream()
  let written = 0
  upstream.answer = (each, _body, [created = '', added = '', delta = '']) => {
    each.send(created)
    each.send(added)
    const text = delta.replace('Answer 1', 'x'.repeat(100_000))
    const pour = (): void => {
      if (each.readyState !== each.OPEN || written > 200_000_000) return
      each.send(text, pour)
      written += text.length
    }
    pour()
  }
  const socket = await open(await gatewayFor(upstream))
  socket.socket.pause()
  socket.send({ type: 'response.create', ...said })
  await waitFor(() => written > 1_000_000)
  let before = -1
  await waitFor(async () => {
    const same = written === before
    before = written
    await new Promise((done) => setTimeout(done, 500))
    return same
  })
  expect(written).toBeLessThan(100_000_000)
  socket.socket.terminate()
  await waitFor(() => upstream.sockets.size === 0)
})

test('another format has no WebSockets, which the configuration is told', async () => {
  const upstream = await startSocketUpstream()
  await expect(gatewayFor(upstream, { format: 'chat' })).rejects.toThrow(/webSocket/)
})

test.each([200, 407, 'silence'] as const)('a socket goes through the tunnel of a proxy, which answers with %s', async (answer) => {
  const upstream = await startSocketUpstream()
  const proxy = await startProxy()
  proxy.answer = answer
  const gateway = await gatewayFor(upstream, { proxy: `http://who:s%3Acret@127.0.0.1:${proxy.port}`, timeouts: { connect: 1 } })
  const socket = await open(gateway)
  const turn = socket.turn({ model: 'm', input: 'Hello' })
  if (answer === 'silence') {
    await waitFor(() => proxy.asked.length === 1)
    proxy.answer = 200
  }
  expect((await turn).at(-1)?.type).toBe(answer === 407 ? 'error' : 'response.completed')
  expect([upstream.frames.length, upstream.posts.length]).toEqual(answer === 200 ? [1, 0] : answer === 407 ? [0, 0] : [0, 1])
  // The same turn by HTTP asks for a tunnel of its own.
  expect(proxy.asked).toHaveLength(answer === 200 ? 1 : 2)
  const { host } = new URL(upstream.url)
  const credentials = `Basic ${Buffer.from('who:s:cret').toString('base64')}`
  expect(proxy.asked[0]).toMatchObject({ to: host, headers: { host, 'proxy-authorization': credentials } })
})

test.each([true, false])('within the tunnel there is TLS, whose certificate counts (trusted: %s)', async (trusted) => {
  const own = issueCertificate()
  const caFile = join(tempFolder('tunnel'), 'ca.pem')
  writeFileSync(caFile, own.cert)
  const upstream = await startSocketUpstream(own)
  const proxy = await startProxy()
  const socket = await open(await gatewayFor(upstream, { proxy: `http://127.0.0.1:${proxy.port}`, ...(trusted && { caFile }) }))
  const turn = await socket.turn({ model: 'm', input: 'Hello, secretly' })
  expect(turn.at(-1)?.type).toBe(trusted ? 'response.completed' : 'error')
  expect([upstream.frames.length, upstream.posts.length]).toEqual(trusted ? [1, 0] : [0, 0])
  expect(proxy.through()).not.toContain('secretly')
})
