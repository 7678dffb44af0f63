import { chat } from '@interlingua/chat/edge'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { createUpstreams, UpstreamError, type Upstreams, type UpstreamsOptions } from '../src/index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

interface Provider {
  readonly url: string
  /** Requests that came, with the model that each asked for. */
  readonly asked: string[]
  readonly requests: IncomingMessage[]
}

async function startProvider(answer: Answer, onConnection: () => void = () => {}): Promise<Provider> {
  const asked: string[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push(String((JSON.parse(text) as { readonly model: string }).model)) // the tests send nothing else
      requests.push(request)
      answer(request, response)
    })
  }).listen(0, '127.0.0.1')
  server.on('connection', onConnection)
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // the server listens on TCP
  return { url: `http://127.0.0.1:${port}`, asked, requests }
}

const key = 'a-secret-of-the-upstream'

function open(providers: readonly Provider[], options: Omit<UpstreamsOptions, 'channels'> = {}): Upstreams {
  const channels = providers.map(({ url }, index) => ({
    name: `channel-${index + 1}`,
    format: 'chat',
    baseUrl: url,
    apiKey: key,
    models: [{ name: 'model', upstream: `model-${index + 1}` }],
    priority: index,
  }))
  const upstreams = createUpstreams({ channels, ...options }, [chat])
  atEnd(() => upstreams.close())
  return upstreams
}

function ask(upstreams: Upstreams, model = 'model', signal?: AbortSignal): Promise<Response> {
  return upstreams.fetch({
    model,
    format: 'chat',
    request: ({ channel, model: name }) => ({
      path: channel.path('/v1/chat/completions'),
      headers: {},
      body: JSON.stringify({ model: name, messages: [] }),
    }),
    ...(signal && { signal }),
  })
}

const good: Answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}')

function refuse(status: number, message = 'No.', headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error: { message } }))
}

async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError // checked on the line above
}

describe('upstreams', () => {
  it('give the answer of the first channel that is well, each asked for its own model', async () => {
    const [first, second, third] = await Promise.all([startProvider(refuse(503)), startProvider(good), startProvider(good)])
    const response = await ask(open([first, second, third]))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ choices: [] })
    expect([first.asked, second.asked, third.asked]).toEqual([['model-1'], ['model-2'], []])
    expect(second.requests[0]?.headers['authorization']).toBe(`Bearer ${key}`)
  })

  it('leave a channel alone for as long as it asks for', async () => {
    const [first, second] = await Promise.all([startProvider(refuse(429, 'Slow.', { 'retry-after': '60' })), startProvider(good)])
    const upstreams = open([first, second])
    for (let count = 0; count < 3; count++) expect((await ask(upstreams)).status).toBe(200)
    expect([first.asked.length, second.asked.length]).toEqual([1, 3])
  })

  it('ask a channel again after a short wait where there is no other', async () => {
    let count = 0
    const provider = await startProvider((request, response) => (++count < 3 ? refuse(429) : good)(request, response))
    expect((await ask(open([provider], { retry: { attempts: 3, backoff: 0.01 } }))).status).toBe(200)
    expect(count).toBe(3)
  })

  it('repeat nothing that may have been carried out', async () => {
    const [first, second] = await Promise.all([startProvider((request) => request.socket.destroy()), startProvider(good)])
    const error = await failureOf(ask(open([first, second])))
    expect([error.failure.code, error.status]).toEqual(['truncated-stream', 502])
    expect(second.asked).toEqual([])
  })

  it('tell no credential, and not whose credentials were refused', async () => {
    const quoting = await startProvider(refuse(400, `Incorrect field, key ${key}.`))
    const error = await failureOf(ask(open([quoting])))
    expect([error.status, error.message.includes(key)]).toEqual([400, false])
    const refusing = await startProvider(refuse(401, 'Incorrect API key provided.'))
    const refused = await failureOf(ask(open([refusing])))
    expect([refused.status >= 500, refused.message.includes('Incorrect')]).toEqual([true, false])
  })

  it('say when to come again', async () => {
    const provider = await startProvider(refuse(429, 'Slow.', { 'retry-after': '60' }))
    const error = await failureOf(ask(open([provider])))
    expect([error.status, error.headers['retry-after']]).toEqual([429, '60'])
  })

  it('say that no channel has a model', async () => {
    const provider = await startProvider(good)
    const error = await failureOf(ask(open([provider]), 'another'))
    expect([error.status, error.failure.code]).toEqual([404, 'not-found'])
  })

  it('end a stream that its upstream cuts with an error, never as if it were whole', async () => {
    const provider = await startProvider((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {}\n\n')
      setTimeout(() => request.socket.destroy(), 20)
    })
    const response = await ask(open([provider]))
    await expect(response.text()).rejects.toThrow(/broke/)
  })

  it('pause an upstream whose answer is not read', async () => {
    const piece = Buffer.alloc(65_536)
    let written = 0
    const provider = await startProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const write = (): void => {
        let goesOn = true
        while (goesOn && written < 1_000) {
          written++
          goesOn = response.write(piece)
        }
        if (written < 1_000) response.once('drain', write)
        else response.end()
      }
      write()
    })
    const response = await ask(open([provider]))
    await new Promise((resolve) => setTimeout(resolve, 300))
    // The sockets of both sides hold a few megabytes.
    expect(written).toBeLessThan(500)
    expect((await response.arrayBuffer()).byteLength).toBe(1_000 * piece.length)
  })

  it('end the call when the caller leaves, before the answer and in the middle of it', async () => {
    const closed: Promise<unknown>[] = []
    const provider = await startProvider((request, response) => {
      closed.push(once(request.socket, 'close'))
      if (closed.length > 1) response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n')
    })
    const upstreams = open([provider])
    const early = new AbortController()
    const waiting = ask(upstreams, 'model', early.signal)
    setTimeout(() => early.abort(new Error('left early')), 50)
    await expect(waiting).rejects.toThrow('left early')
    await closed[0]
    const late = new AbortController()
    const response = await ask(upstreams, 'model', late.signal)
    late.abort(new Error('left late'))
    await expect(response.text()).rejects.toThrow('left late')
    await closed[1]
    await expect(ask(upstreams, 'model', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  it('call no other channel for a caller that left while an error was read', async () => {
    const leaving = new AbortController()
    const first = await startProvider((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json' }).write('{')
      setTimeout(() => leaving.abort(new Error('left')), 30)
    })
    let connections = 0
    const second = await startProvider(good, () => connections++)
    await expect(ask(open([first, second]), 'model', leaving.signal)).rejects.toThrow('left')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([second.asked, connections]).toEqual([[], 0])
  })

  it('hand on no waiting time that is none, and no credential in a header', async () => {
    const refusing = await startProvider(refuse(429, 'Slow.', { 'retry-after': `soon ${key}` }))
    expect((await failureOf(ask(open([refusing])))).headers).toEqual({})
    const telling = await startProvider((_request, response) => response.writeHead(200, { 'x-request-id': key }).end('{}'))
    expect((await ask(open([telling]))).headers.get('x-request-id')).not.toContain(key)
  })
})
