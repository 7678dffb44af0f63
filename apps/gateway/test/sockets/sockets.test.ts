import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { type Frame, openSocket, type OpenSocket } from './open-socket.ts'

const models = ['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses'] as const

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

async function open(at: RunningGateway = gateway): Promise<OpenSocket> {
  const opened = await openSocket(at.url)
  atEnd(() => opened.socket.terminate())
  return opened
}

const typesOf = (frames: readonly Frame[]): readonly string[] => frames.map(({ type }) => type)
const last = (frames: readonly Frame[]): Frame => frames.at(-1) ?? { type: 'none' }
const responseOf = (frames: readonly Frame[]): Record<string, unknown> => last(frames)['response'] as Record<string, unknown> // an end event has one
const idOf = (frames: readonly Frame[]): string => String(responseOf(frames)['id'])

/** Status of a GET that is no handshake, or a broken one. */
function statusOf(path: string, headers: Record<string, string>, at = gateway): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${at.url}${path}`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.on('error', reject)
    asked.end()
  })
}

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

describe('the handshake', () => {
  const key = { authorization: 'Bearer any' }
  test.each([
    ['a good one', { ...handshake, ...key }, 101],
    ['no key', handshake, 401],
    ['a wrong key', { ...handshake, authorization: 'Bearer wrong' }, 401],
    ['another version', { ...handshake, ...key, 'sec-websocket-version': '8' }, 400],
    ['a broken nonce', { ...handshake, ...key, 'sec-websocket-key': 'x' }, 400],
    ['a broken nonce without a key', { ...handshake, 'sec-websocket-key': 'x' }, 401],
    ['no upgrade', key, 426],
  ])('%s', async (_title, headers, status) => {
    expect(await statusOf('/v1/responses', headers)).toBe(status)
  })

  test('is refused in words of the format', async () => {
    const answer = await fetch(`${gateway.url}/v1/responses`, { headers: key })
    expect(answer.status).toBe(426)
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining('POST /v1/responses'), type: 'invalid_request_error' },
    })
  })

  test('a page may not send the key in the address', async () => {
    expect(await statusOf('/v1/responses?key=any', handshake)).toBe(101)
    expect(await statusOf('/v1/responses?key=any', { ...handshake, origin: 'https://elsewhere.example' })).toBe(403)
  })

  test('other upgrades are ignored, as those of Java’s HTTP client', async () => {
    const headers = {
      ...key,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    }
    expect(await statusOf('/v1/models', headers)).toBe(200)
  })

  test('is refused where WebSockets are off, at once and for good', async () => {
    const off = await startGateway({ responses: { websocket: { enabled: false } } })
    expect(await statusOf('/v1/responses', { ...handshake, ...key }, off)).toBe(426)
  })

  test('a key has so many connections, and the process too', async () => {
    const few = await startGateway({ responses: { websocket: { perKey: 2 } } })
    const first = await open(few)
    await open(few)
    expect(await statusOf('/v1/responses', { ...handshake, ...key }, few)).toBe(429)
    first.socket.close()
    await first.closed()
    await waitFor(async () => (await statusOf('/v1/responses', { ...handshake, ...key }, few)) === 101)
    const full = await startGateway({ responses: { websocket: { total: 1 } } })
    await open(full)
    expect(await statusOf('/v1/responses', { ...handshake, ...key }, full)).toBe(503)
  })
})

describe.each(models)('a turn of %s', (model) => {
  test('is the stream of a POST, frame by frame', async () => {
    const body = { model, input: 'Say hello', store: false }
    const frames = await (await open()).turn(body)
    const answer = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, stream: true }),
    })
    const events = (await answer.text())
      .split('\n')
      .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Frame] : []))
    expect(typesOf(frames)).toEqual(typesOf(events))
    expect(frames.map(({ sequence_number: number }) => number)).toEqual(frames.map((_, index) => index))
    expect(responseOf(frames)).toMatchObject({ status: 'completed', store: false })
  })

  test('goes on from the one before, which nobody else keeps', async () => {
    const socket = await open()
    const first = await socket.turn({ model, input: 'My name is Ada.', store: false })
    const second = await socket.turn({ model, input: 'What is my name?', store: false, previous_response_id: idOf(first) })
    expect(responseOf(second)).toMatchObject({ status: 'completed', previous_response_id: idOf(first) })
    // The whole conversation is counted.
    const tokens = (frames: readonly Frame[]): number => (responseOf(frames)['usage'] as { input_tokens: number }).input_tokens // a number in each answer
    expect(tokens(second)).toBeGreaterThan(tokens(first))
    const third = await socket.turn({ model, input: 'And now?', store: false, previous_response_id: idOf(second) })
    expect(last(third).type).toBe('response.completed')
    // A lane remembers its latest response alone, and another connection none.
    const gone = { type: 'error', status: 400, error: { code: 'previous_response_not_found', param: 'previous_response_id' } }
    expect(last(await socket.turn({ model, input: 'x', store: false, previous_response_id: idOf(first) }))).toMatchObject(gone)
    expect(last(await (await open()).turn({ model, input: 'x', store: false, previous_response_id: idOf(third) }))).toMatchObject(gone)
  })

  test('a tool loop', async () => {
    const socket = await open()
    const tools = [{ type: 'function', name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }]
    const first = await socket.turn({ model, input: '[demo:calls 1] What is the weather in Bern?', tools, store: false })
    const call = (responseOf(first)['output'] as readonly Record<string, unknown>[]).find(({ type }) => type === 'function_call') // items
    expect(call).toMatchObject({ name: 'get_weather' })
    const output = { type: 'function_call_output', call_id: call?.['call_id'], output: '17 degrees' }
    const second = await socket.turn({ model, input: [output], tools, store: false, previous_response_id: idOf(first) })
    expect(responseOf(second)).toMatchObject({ status: 'completed' })
  })

  test('a failure to go on ends the conversation of the lane', async () => {
    const socket = await open()
    const first = await socket.turn({ model, input: 'Hello', store: false })
    const output = { type: 'function_call_output', call_id: 'call_none', output: 'x' }
    const failed = last(await socket.turn({ model, input: [output], store: false, previous_response_id: idOf(first) }))
    expect(failed).toMatchObject({ type: 'error', status: 400, error: { param: 'input', message: expect.stringContaining('call_none') } })
    const next = last(await socket.turn({ model, input: 'Hello?', store: false, previous_response_id: idOf(first) }))
    expect(next).toMatchObject({ error: { code: 'previous_response_not_found' } })
  })

  test('a response that is kept can be gone on from anywhere', async () => {
    const first = await (await open()).turn({ model, input: 'Hello', store: true })
    const second = await (await open()).turn({ model, input: 'Hello again', previous_response_id: idOf(first) })
    expect(last(second).type).toBe('response.completed')
  })

  test('without generation is checked and can be gone on from', async () => {
    const socket = await open()
    const warm = await socket.turn({ model, input: 'You are terse.', generate: false, store: false })
    expect(typesOf(warm)).toEqual(['response.created', 'response.in_progress', 'response.completed'])
    expect(responseOf(warm)).toMatchObject({ output: [], usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } })
    expect(last(await socket.turn({ model, input: 'Hello', store: false, previous_response_id: idOf(warm) })).type).toBe(
      'response.completed',
    )
    expect(last(await socket.turn({ model: 'no-such-model', input: 'x', generate: false }))).toMatchObject({ status: 404 })
  })

  test('that breaks off ends as failed, and never as completed', async () => {
    const socket = await open()
    for (const fault of ['cut', 'cut-clean', 'error-event', 'malformed']) {
      const frames = await socket.turn({ model, input: `[demo:${fault}] Say much`, store: false })
      expect([fault, last(frames).type]).toEqual([fault, 'response.failed'])
    }
    const refused = last(await socket.turn({ model, input: '[demo:status 400] x', store: false }))
    expect(refused).toMatchObject({ type: 'error', status: 400, error: { code: expect.any(String), message: expect.any(String) } })
  })
})

describe('lanes', () => {
  const model = 'demo-messages'

  test('run beside one another, each in order, and fork conversations', async () => {
    const socket = await open()
    const first = await socket.turn({ model, input: 'Hello', store: false })
    const previous = idOf(first)
    const all = Array.from({ length: 6 }, (_, index) => `lane-${index % 3}`)
    let left = all.length
    const done = socket.until(({ type }) => type === 'response.completed' && --left === 0)
    for (const lane of all)
      socket.send({ type: 'response.create', stream_id: lane, model, input: 'On', store: false, previous_response_id: previous })
    const frames = await done
    for (const lane of new Set(all)) {
      const own = frames.filter(({ stream_id: name }) => name === lane)
      // The second turn of the lane begins after the end of the first.
      expect(own.map(({ type }) => type).filter((type) => /created|completed/.test(type))).toEqual([
        'response.created',
        'response.completed',
        'response.created',
        'response.completed',
      ])
    }
    expect(frames.every(({ stream_id: name }) => all.includes(String(name)))).toBe(true)
    // The lane without a name still has its response, of which the others went on.
    expect(last(await socket.turn({ model, input: 'x', store: false, previous_response_id: previous })).type).toBe('response.completed')
  })

  test('a failure in another lane leaves the conversation where it is', async () => {
    const socket = await open()
    const first = await socket.turn({ model, input: 'Hello', store: false })
    const output = { type: 'function_call_output', call_id: 'none', output: 'x' }
    const failed = await socket.turn({ model, stream_id: 'other', input: [output], store: false, previous_response_id: idOf(first) })
    expect(last(failed)).toMatchObject({ type: 'error', stream_id: 'other' })
    expect(last(await socket.turn({ model, input: 'x', store: false, previous_response_id: idOf(first) })).type).toBe('response.completed')
  })

  test('have names of a form, and at most 32 of them', async () => {
    const socket = await open()
    for (const name of ['', 'a b', 'x'.repeat(257), 7])
      expect(last(await socket.turn({ model, stream_id: name, input: 'x' }))).toMatchObject({
        status: 400,
        error: { code: 'invalid_stream_id' },
      })
    for (let index = 0; index < 32; index++) await socket.turn({ model, stream_id: `l${index}`, input: 'x', generate: false, store: false })
    const refused = last(await socket.turn({ model, stream_id: 'l32', input: 'x' }))
    expect(refused).toMatchObject({ stream_id: 'l32', error: { code: 'websocket_stream_limit_reached' } })
  })

  test('remember within the budget of their connection: the ones used longest ago are forgotten', async () => {
    const small = await startGateway({ responses: { websocket: { characters: 20_000 } } })
    const socket = await open(small)
    const ids: string[] = []
    for (const lane of ['a', 'b', 'c'])
      ids.push(idOf(await socket.turn({ model, stream_id: lane, input: `${lane} ${'x'.repeat(8_000)}`, store: false, generate: false })))
    const ends: string[] = []
    for (const [index, lane] of ['a', 'b', 'c'].entries())
      ends.push(
        last(await socket.turn({ model, stream_id: lane, input: 'On', store: false, generate: false, previous_response_id: ids[index] }))
          .type,
      )
    expect(ends).toEqual(['error', 'response.completed', 'response.completed'])
    // Another connection has its own budget, and one conversation that exceeds it is not remembered.
    const other = await open(small)
    const large = idOf(await other.turn({ model, input: 'x'.repeat(30_000), store: false, generate: false }))
    expect(last(await other.turn({ model, input: 'On', store: false, previous_response_id: large }))).toMatchObject({
      error: { code: 'previous_response_not_found' },
    })
    expect(last(await socket.turn({ model, stream_id: 'c', input: 'On', store: false })).type).toBe('response.completed')
  })

  test('hold a bounded number of requests', async () => {
    const socket = await open()
    const from = socket.frames.length
    const refused = socket.until(({ error }) => (error as { code?: string } | undefined)?.code === 'too_many_requests') // an error frame has a code
    for (let index = 0; index < 66; index++) socket.send({ type: 'response.create', model, input: '[demo:stall 2s first] x', store: false })
    await refused
    expect(socket.frames.slice(from).filter(({ type }) => type === 'error')).toHaveLength(1)
    socket.socket.terminate()
  })
})

describe('frames', () => {
  const model = 'demo-messages'

  test('that cannot be understood are answered, and the connection stays', async () => {
    const socket = await open()
    const answer = async (frame: object | string): Promise<Frame> => {
      const got = socket.until(() => true)
      socket.send(frame)
      return last(await got)
    }
    expect(await answer('{')).toMatchObject({ status: 400, error: { code: 'invalid_json' } })
    expect(await answer('[]')).toMatchObject({ status: 400, error: { code: 'invalid_json' } })
    expect(await answer('['.repeat(100_000))).toMatchObject({ status: 400, error: { code: 'invalid_json' } })
    expect(await answer({})).toMatchObject({ status: 400, error: { code: 'invalid_json' } })
    expect(await answer({ type: 'response.fly' })).toMatchObject({ status: 400, error: { code: 'unknown_event' } })
    expect(await answer({ type: 'response.create', model, input: 'x', background: true })).toMatchObject({
      status: 400,
      error: { code: 'unsupported_parameter', param: 'background' },
    })
    expect(await answer({ type: 'response.create', input: 'x' })).toMatchObject({ status: 400, error: { param: 'model' } })
    expect(await answer({ type: 'response.create', model })).toMatchObject({ status: 400, error: { param: 'input' } })
    expect(await answer({ type: 'response.steer', previous_response_id: 'resp_1', input: 'x' })).toMatchObject({
      type: 'response.steer.failed',
      error: { code: 'response_not_found' },
      steer: { input: 'x', previous_response_id: 'resp_1' },
    })
    expect(await answer({ type: 'response.steer' })).toMatchObject({ type: 'response.steer.failed', error: { code: 'invalid_input' } })
    socket.send({ type: 'response.processed', response_id: 'resp_1' })
    expect(last(await socket.turn({ model, input: 'x' })).type).toBe('response.completed')
  })

  test.each([
    ['binary', (socket: OpenSocket) => socket.socket.send(Buffer.from([1, 2, 3])), 1003],
    ['not UTF-8', (socket: OpenSocket) => socket.socket.send(Buffer.from([0xff, 0xfe]), { binary: false }), 1007],
    ['too long', (socket: OpenSocket) => socket.send('x'.repeat(2_000_000)), 1009],
    ['no requests, ten in a row', (socket: OpenSocket) => Array.from({ length: 10 }, () => socket.send('{')), 1008],
  ])('that are %s close the connection', async (_title, send, code) => {
    const small = await startGateway({ limits: { bodyBytes: 1_000_000 } })
    const socket = await open(small)
    send(socket)
    expect(await socket.closed()).toBe(code)
    // The gateway serves on.
    expect(last(await (await open(small)).turn({ model, input: 'x' })).type).toBe('response.completed')
  })

  test('a revoked key ends at the next request', async () => {
    const kept = await startGateway({ dataDir: tempFolder('sockets-key') })
    const secret = await kept.issue({ name: 'leaver' })
    const socket = await openSocket(kept.url, secret)
    expect(last(await socket.turn({ model, input: 'x' })).type).toBe('response.completed')
    await kept.revoke('leaver')
    await waitFor(async () => {
      if (socket.socket.readyState !== socket.socket.OPEN) return true
      return last(await socket.turn({ model, input: 'x' })).type === 'error'
    })
    expect(last(socket.frames)).toMatchObject({ status: 401, error: { code: expect.any(String) } })
    expect(await socket.closed()).toBe(1008)
  })
})

describe('the end of a connection', () => {
  const model = 'demo-messages'

  test('a client that leaves ends the calls of its turns', async () => {
    const socket = await open()
    const begun = socket.until(({ type }) => type === 'response.output_text.delta')
    socket.send({ type: 'response.create', model, input: '[demo:slow 200ms] Say much', store: false })
    await begun
    socket.socket.terminate()
    await waitFor(() => gateway.log().some(({ outcome, method }) => outcome === 'cancelled' && method === 'POST'))
  })

  test('an old one takes no more requests, and is closed when nothing runs', async () => {
    const short = await startGateway({ responses: { websocket: { lifetime: 1 } } })
    const socket = await open(short)
    const frames = await socket.turn({ model, input: '[demo:stall 1500ms first] x', store: false })
    expect(last(frames).type).toBe('response.completed')
    expect(await socket.closed()).toBe(1001)
    expect(last(socket.frames)).toMatchObject({ type: 'error', error: { code: 'websocket_connection_limit_reached' } })
  })

  test('a gateway that ends lets turns end, and closes what is idle', async () => {
    const ending = await startGateway()
    const [idle, busy] = [await open(ending), await open(ending)]
    const begun = busy.until(({ type }) => type === 'response.created')
    busy.send({ type: 'response.create', model, input: '[demo:slow 20ms] x', store: false })
    await begun
    const end = busy.until(({ type }) => type === 'response.completed')
    const closing = ending.close(10_000)
    expect(await idle.closed()).toBe(1001)
    expect(last(await end).type).toBe('response.completed')
    expect(await busy.closed()).toBe(1001)
    await closing
  })
})
