import type { FoundUrl } from '@interlingua/core'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from './at-end.ts'
import { addressRefusal, createAllowance, createSemaphore, type ResolveHost } from '../../../packages/upstreams/src/media/addresses.ts'
import { createMediaFetcher, type FetchLimits, type MediaFetcher } from '../../../packages/upstreams/src/media/fetch-media.ts'
import { pdf, png } from './media.ts'
import { waitFor } from './wait-for.ts'

interface Host {
  readonly port: number
  readonly url: string
  readonly seen: IncomingMessage[]
  answer: (response: ServerResponse, request: IncomingMessage) => void
}

const pixel = Buffer.from(png, 'base64')
const paper = Buffer.from(pdf, 'base64')
const forever = new AbortController().signal
let host: Host
let options: FetchLimits

beforeAll(async () => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    host.answer(response, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server listens on TCP
  host = { port, url: `http://127.0.0.1:${port}`, seen, answer: (response) => void response.end() }
  options = { allows: createAllowance(true), ports: [port], bytes: 10_000, totalBytes: 30_000, timeoutMs: 20_000, files: 4 }
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
})
beforeEach(() => {
  host.seen.length = 0
  host.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
})

const found = (url: string, kind: FoundUrl['kind'] = 'image', mime?: string): FoundUrl => ({
  url,
  kind,
  at: '/messages/0/content/0',
  ...(mime !== undefined && { mime }),
})

async function outcome(fetcher: MediaFetcher, url: string, kind: FoundUrl['kind'] = 'image', mime?: string): Promise<string> {
  const [answer] = await fetcher([found(url, kind, mime)], forever)
  if (answer === undefined) throw new Error('no answer')
  return 'reason' in answer ? answer.reason : answer.fetched.mime
}

test('a file is fetched whole, with nothing of the caller and no credentials in the request', async () => {
  const [answer] = await createMediaFetcher(options)([found(`${host.url}/a/pixel.png?x=1#y`)], forever)
  expect(answer).toEqual({ found: found(`${host.url}/a/pixel.png?x=1#y`), fetched: { mime: 'image/png', base64: png } })
  expect(host.seen[0]?.url).toBe('/a/pixel.png?x=1')
  expect(Object.keys(host.seen[0]?.headers ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

describe('addresses that are not public', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001::1',
    'fe80::1',
    'fec0::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '4000::1',
    'not-an-address',
  ])('%s is refused', (address) => {
    expect(addressRefusal(address)).toEqual(expect.any(String))
  })

  test.each(['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(addressRefusal(address)).toBeUndefined()
  })

  const closed = (resolve?: ResolveHost): MediaFetcher => createMediaFetcher({ ...options, allows: createAllowance(false) }, resolve)

  test('written outright, in any spelling, they are not asked', async () => {
    const { port } = host
    for (const name of ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
      expect(await outcome(closed(), `http://${name}:${port}/`)).toBe('its host is not on the public network')
    expect(host.seen).toHaveLength(0)
  })

  test('behind a name they are not asked: the system itself says where localhost is', async () => {
    expect(await outcome(closed(), `http://localhost:${host.port}/`)).toBe('its host is not on the public network')
    expect(host.seen).toHaveLength(0)
  })

  test('one private address among public ones is enough to refuse', async () => {
    const resolve: ResolveHost = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await outcome(closed(resolve), `http://mixed.example:${host.port}/`)).toBe('its host is not on the public network')
  })

  test('a name is resolved once for a hop, and what was checked is what is connected to', async () => {
    let asked = 0
    const resolve: ResolveHost = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
    expect(await outcome(createMediaFetcher(options, resolve), `http://rebinding.example:${host.port}/`)).toBe('image/png')
    expect(asked).toBe(1)
    expect(host.seen[0]?.headers.host).toBe(`rebinding.example:${host.port}`)
  })

  test('a redirect into one is refused before it is followed, however the way there began', async () => {
    // A block of loopback stands for the public network: a step from 127.0.0.1 to any other address must be refused.
    const half = createMediaFetcher({ ...options, allows: createAllowance(['127.0.0.1/32']), ports: [host.port, 80, 443] })
    for (const target of [`127.0.0.2:${host.port}`, 'localhost.localdomain', '169.254.169.254', '[::1]', '10.0.0.1', '0x7f000002'])
      for (const status of [301, 302, 303, 307, 308]) {
        host.seen.length = 0
        host.answer = (response) => void response.writeHead(status, { location: `http://${target}/latest/meta-data/` }).end()
        expect(await outcome(half, `${host.url}/start`)).toMatch(/not on the public network|not known/)
        expect(host.seen).toHaveLength(1)
      }
    for (const [location, reason] of [
      ['file:///etc/passwd', 'only http and https are fetched'],
      ['http://a:b@x.example/', 'it holds credentials'],
      ['http://127.0.0.1:1/', 'nothing is fetched from port 1'],
    ] as const) {
      host.answer = (response) => void response.writeHead(302, { location }).end()
      expect(await outcome(half, `${host.url}/start`)).toBe(reason)
    }
  })

  test('blocks that an operator names are open, and nothing beside them', () => {
    const allows = createAllowance(['10.0.0.0/8', 'fd00::/8'])
    expect(['10.9.9.9', 'fd00::1', '::ffff:10.0.0.1', '8.8.8.8', '11.0.0.1', '192.168.0.1', '127.0.0.1', 'fe80::1'].map(allows)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

test('three redirects are followed, a fourth is not', async () => {
  const chain = (length: number): void => {
    host.answer = (response, { url = '' }) => {
      const step = Number(url.slice(1))
      if (step < length) response.writeHead(302, { location: `/${step + 1}` }).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
    }
  }
  chain(3)
  expect(await outcome(createMediaFetcher(options), `${host.url}/0`)).toBe('image/png')
  chain(4)
  expect(await outcome(createMediaFetcher(options), `${host.url}/0`)).toBe('it was redirected more than 3 times')
})

test.each([
  ['a port that is not allowed', 'http://127.0.0.1:22/', 'nothing is fetched from port 22'],
  ['another scheme', 'ftp://127.0.0.1/x', 'only http and https are fetched'],
  ['credentials', 'http://user:pass@127.0.0.1/', 'it holds credentials'],
  ['no host', 'http://', 'it is no address'],
])('an address with %s is refused', async (_name, url, reason) => {
  expect(await outcome(createMediaFetcher(options), url)).toBe(reason)
})

test('a file that is too large is refused by its length, and when it only turns out to be', async () => {
  host.answer = (response) => void response.writeHead(200, { 'content-length': 10_001 }).end(Buffer.alloc(10_001))
  expect(await outcome(createMediaFetcher(options), host.url)).toBe('it is larger than 10000 bytes')
  let sent = 0
  host.answer = (response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const more = (): void => {
      if (response.destroyed || sent > 50_000_000) return void response.end()
      sent += 5_000
      response.write(Buffer.alloc(5_000))
      setImmediate(more)
    }
    more()
  }
  expect(await outcome(createMediaFetcher(options), host.url)).toBe('it is larger than 10000 bytes')
  expect(sent).toBeLessThan(20_000_000)
})

test('files that are too large together are refused', async () => {
  host.answer = (response) => void response.writeHead(200).end(Buffer.concat([pixel, Buffer.alloc(9_000)]))
  const answers = await createMediaFetcher(options)(
    Array.from({ length: 4 }, (_, index) => found(`${host.url}/${index}`)),
    forever,
  )
  expect(answers.filter((answer) => 'reason' in answer)).toEqual([
    expect.objectContaining({ reason: 'the files of one request may hold 30000 bytes together' }),
  ])
})

test('too many files are refused before any is fetched', async () => {
  const many = Array.from({ length: 5 }, (_, index) => found(`${host.url}/${index}`))
  expect(await createMediaFetcher(options)(many, forever)).toEqual([{ found: many[4], reason: 'more than 4 files are named by address' }])
  expect(host.seen).toHaveLength(0)
})

test('a host that drips, or says nothing, is given up after the timeout for the whole file', async () => {
  host.answer = (response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const timer = setInterval(() => void response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  }
  // None of the three answers would ever end by itself.
  const brief = { ...options, timeoutMs: 500 }
  expect(await outcome(createMediaFetcher(brief), host.url)).toBe('it took too long')
  host.answer = () => {}
  expect(await outcome(createMediaFetcher(brief), host.url)).toMatch(/took too long|could not be reached/)
  expect(
    await outcome(
      createMediaFetcher(brief, () => new Promise(() => {})),
      `http://slow.example:${host.port}/`,
    ),
  ).toBe('it took too long')
})

test('a caller that leaves ends what is fetched for it', async () => {
  host.answer = () => {}
  const left = new AbortController()
  // Longer than this test may take.
  const waiting = createMediaFetcher({ ...options, timeoutMs: 600_000 })([found(host.url)], left.signal)
  await waitFor(() => host.seen.length === 1)
  left.abort()
  await waiting
})

test('the bytes decide what a file is, whatever its server and the caller say', async () => {
  const serve = (type: string | undefined, body: Buffer | string): void => {
    host.answer = (response) => void response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)
  }
  const fetcher = createMediaFetcher(options)
  const cases: readonly (readonly [string | undefined, Buffer | string, FoundUrl['kind'], string | undefined, string])[] = [
    ['application/octet-stream', pixel, 'image', undefined, 'image/png'],
    [undefined, pixel, 'image', 'image/jpeg', 'image/png'],
    ['image/png', '<html>no picture</html>', 'image', undefined, 'what it names is no image'],
    ['image/png', paper, 'image', undefined, 'what it names is no image'],
    ['text/html', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image', undefined, 'what it names is no image'],
    ['application/pdf', paper, 'document', undefined, 'application/pdf'],
    ['text/html; charset=utf-8', paper, 'document', undefined, 'application/pdf'],
    ['text/plain; charset=utf-8', 'a text', 'document', undefined, 'text/plain'],
    ['application/json', '{"a":1}', 'document', undefined, 'application/json'],
    ['text/plain', Buffer.from([0, 1, 2, 0xff]), 'document', undefined, 'what it names is no document'],
    ['application/pdf', 'no PDF', 'document', undefined, 'what it names is no document'],
    ['application/pdf', pixel, 'document', undefined, 'what it names is no document'],
    ['audio/wav', Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'audio', undefined, 'audio/wav'],
    ['audio/mpeg', Buffer.from('ID3\u0004'), 'audio', undefined, 'audio/mpeg'],
    ['audio/mpeg', pixel, 'audio', undefined, 'what it names is no audio'],
    ['video/mp4', Buffer.from('\0\0\0\u0018ftypmp42'), 'video', undefined, 'video/mp4'],
    ['audio/mp4', Buffer.from('\0\0\0\u0018ftypmp42'), 'audio', undefined, 'audio/mp4'],
    ['video/mp4', 'x', 'video', undefined, 'what it names is no video'],
    ['image/png', '', 'image', undefined, 'it is empty'],
  ]
  for (const [type, body, kind, mime, expected] of cases) {
    serve(type, body)
    expect([type, kind, await outcome(fetcher, host.url, kind, mime)]).toEqual([type, kind, expected])
  }
})

test.each([
  [404, 'its host answered with status 404'],
  [304, 'its host answered with status 304'],
  [500, 'its host answered with status 500'],
])('status %i is told', async (status, reason) => {
  host.answer = (response) => void response.writeHead(status).end(status === 304 ? undefined : pixel)
  expect(await outcome(createMediaFetcher(options), host.url)).toBe(reason)
})

test('a host that breaks off, or is not there, is told without what the network said', async () => {
  host.answer = (response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write(pixel)
    setTimeout(() => response.destroy(), 20)
  }
  expect(await outcome(createMediaFetcher(options), host.url)).toBe('its host could not be reached, or broke off')
  expect(await outcome(createMediaFetcher({ ...options, ports: [1] }), 'http://127.0.0.1:1/')).toBe(
    'its host could not be reached, or broke off',
  )
  expect(await outcome(createMediaFetcher(options), `http://no-such-host.invalid:${host.port}/`)).toBe('its host is not known')
})

test('no more than four files of a request are fetched at once', async () => {
  const open: ServerResponse[] = []
  host.answer = (response) => void open.push(response)
  const fetcher = createMediaFetcher({ ...options, files: 20 })
  const fetching = fetcher(
    Array.from({ length: 12 }, (_, index) => found(`${host.url}/${index}`)),
    forever,
  )
  for (let round = 0; round < 3; round++) {
    await waitFor(() => open.length === 4)
    // A fifth would come now.
    await new Promise((done) => setTimeout(done, 50))
    expect(open).toHaveLength(4)
    for (const response of open.splice(0)) response.writeHead(200).end(pixel)
  }
  expect((await fetching).filter((answer) => 'fetched' in answer)).toHaveLength(12)
})

test('a gate lets so many in at once, in their order, and goes on when one fails', async () => {
  const gate = createSemaphore(2)
  let open = 0
  let most = 0
  const order: number[] = []
  const work = (number: number): Promise<number> =>
    gate.run(async () => {
      order.push(number)
      most = Math.max(most, ++open)
      await new Promise((done) => setTimeout(done, 5))
      open--
      if (number === 1) throw new Error('failed')
      return number
    })
  const settled = await Promise.allSettled([0, 1, 2, 3, 4].map(work))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
})
