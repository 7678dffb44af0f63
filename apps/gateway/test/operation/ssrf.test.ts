import type { FoundUrl } from '@interlingua/core'
import { createServer } from 'node:http'
import { type AddressInfo, connect as connectSocket, type LookupFunction } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import {
  connectHost,
  type ConnectHost,
  createAllowance,
  type HostAddress,
  type ResolveHost,
} from '../../../../packages/upstreams/src/media/addresses.ts'
import { createMediaFetcher } from '../../../../packages/upstreams/src/media/fetch-media.ts'
import { png } from '../media.ts'
import { names, noAddress, notPublic, publicAddress, refused } from './hostile-urls.ts'

/** No connection leaves this machine: hosts are resolved by a table, and each connection is recorded, then made to a server of the test. */
let port = 0
let asked: string[] = []
let connected: string[] = []
let respond: (url: string) => { readonly status: number; readonly location?: string }

beforeAll(async () => {
  const server = createServer(({ url = '' }, response) => {
    const { status, location } = respond(url)
    response.writeHead(status, location === undefined ? { 'content-type': 'image/png' } : { location })
    response.end(location === undefined ? Buffer.from(png, 'base64') : '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port // the server listens on TCP
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
})
beforeEach(() => {
  asked = []
  connected = []
  respond = () => ({ status: 200 })
})

const familyOf = (address: string): number => (address.includes(':') ? 6 : 4)
const resolve: ResolveHost = async (host) => {
  asked.push(host)
  const found = names[host]
  if (found === undefined) throw new Error('ENOTFOUND')
  return found.map((address) => ({ address, family: familyOf(address) }))
}

/** Records the address of a connection, and connects to the test's own server instead. */
const connect: ConnectHost = (addresses) => (_options, done) => {
  connected.push(...addresses.map(({ address }) => address))
  const socket = connectSocket(port, '127.0.0.1', () => done(null, socket))
}

const options = {
  allows: createAllowance(false),
  ports: [80, 443, 8080, 8443],
  bytes: 10_000,
  totalBytes: 30_000,
  timeoutMs: 2_000,
  files: 4,
}

async function outcome(url: string, by: ResolveHost = resolve): Promise<string> {
  const found: FoundUrl = { url, kind: 'image', at: '/messages/0/content/0' }
  const [answer] = await createMediaFetcher(options, by, connect)([found], new AbortController().signal)
  if (answer === undefined) throw new Error('no answer')
  return 'reason' in answer ? answer.reason : answer.fetched.mime
}

test('the table is long enough', () => {
  expect(new Set(refused.map(([url]) => url)).size).toBe(refused.length)
  expect(refused.length).toBeGreaterThan(100)
})

test.each(refused)('%j is refused before a packet is sent', async (url, reason) => {
  expect(await outcome(url)).toBe(reason)
  expect(connected).toEqual([])
})

test('a public host is fetched from, at the address that was checked', async () => {
  expect(await outcome('http://public.example/a.png')).toBe('image/png')
  expect(connected).toEqual([publicAddress])
})

describe('redirects into', () => {
  const places = refused
    .filter(([, reason]) => reason !== noAddress)
    .map(([url, reason]) => [url.trim().replaceAll(/[\n\t]/g, ''), reason] as const)

  // Characters that a header cannot hold are escaped in the location.
  test.each(places.filter(([url]) => /^[\x21-\x7e]+$/.test(url)))('%j are not followed', async (url, reason) => {
    // A location without a host is relative to the host that it came from.
    const relative = !/^\w+:(?:\/\/|[^/\\]*:)|^(?:data|javascript|file|blob|unix):/.test(url)
    respond = () => ({ status: 302, location: url })
    const said = await outcome('http://public.example/start')
    if (relative) expect(said).not.toBe('image/png')
    else expect(said).toBe(reason)
    expect(connected.every((address) => address === publicAddress)).toBe(true)
  })

  test('a host whose own name leads elsewhere by then are not followed', async () => {
    let times = 0
    const changing: ResolveHost = async (host) => {
      asked.push(host)
      return [{ address: times++ === 0 ? publicAddress : '169.254.169.254', family: 4 }]
    }
    respond = () => ({ status: 307, location: '/again' })
    expect(await outcome('http://rebinding.example/', changing)).toBe(notPublic)
    expect(asked).toEqual(['rebinding.example', 'rebinding.example'])
    expect(connected).toEqual([publicAddress])
  })
})

test('an answer of the name server that changes between the check and the connection changes nothing: it is asked once', async () => {
  let times = 0
  const changing: ResolveHost = async (host) => {
    asked.push(host)
    return [{ address: times++ === 0 ? publicAddress : '127.0.0.1', family: 4 }]
  }
  expect(await outcome('http://rebinding.example/', changing)).toBe('image/png')
  expect(asked).toEqual(['rebinding.example'])
  expect(connected).toEqual([publicAddress])
})

test('the real connector answers for names with what was checked, whoever asks and how', () => {
  const addresses: readonly HostAddress[] = [
    { address: publicAddress, family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  const made = connectHost(addresses, 1_000)
  if (typeof made === 'function') throw new Error('no look-up')
  const { lookup } = made as { readonly lookup?: LookupFunction } // undici's types lack this option of sockets
  const heard: unknown[] = []
  lookup?.('localhost', { all: true }, (error, found) => heard.push(error, found))
  lookup?.('localhost', {}, (error, address, family) => heard.push(error, address, family))
  expect(heard).toEqual([null, addresses, null, publicAddress, 4])
})
