import type { FoundUrl } from '@interlingua/core'
import { createServer } from 'node:http'
import { connect as connectSocket, type AddressInfo, type LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectHost, type ConnectHost } from '../../src/media/connect-host.ts'
import { createAllowance } from '../../src/media/create-allowance.ts'
import { createMediaFetcher } from '../../src/media/create-media-fetcher.ts'
import type { HostAddress, ResolveHost } from '../../src/media/resolve-host.ts'
import { png } from '../media.ts'

/** Nothing here leaves this machine: hosts are found by a table, and what would be connected to is noted, then answered by a server of ours. */
const publicAddress = '93.184.215.14'
const private4 = 'its host is not on the public network'
const unknown = 'its host is not known'
const noAddress = 'it is no address'
const scheme = 'only http and https are fetched'
const credentials = 'it holds credentials'

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': [publicAddress],
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  'mixed.example': [publicAddress, '10.0.0.1'],
  'mixed6.example': [publicAddress, 'fd00::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'instance-data': ['169.254.169.254'],
  'kubernetes.default.svc': ['10.96.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'app.localhost': ['127.0.0.1'],
  'garbage.example': ['not-an-address'],
  'spelled.example': ['0x7f.1'],
  'scoped.example': ['fe80::1%eth0'],
  'nothing.example': [],
}

const refused: readonly (readonly [url: string, reason: string])[] = [
  // IPv4, as people and as attackers write it
  ['http://127.0.0.1/', private4],
  ['http://127.1/', private4],
  ['http://127.0.1/', private4],
  ['http://2130706433/', private4],
  ['http://0x7f000001/', private4],
  ['http://0x7F.1/', private4],
  ['http://0177.0.0.1/', private4],
  ['http://017700000001/', private4],
  ['http://127.0.0.1./', private4],
  ['http://127。0。0。1/', private4],
  ['http://１２７.０.０.１/', private4],
  ['http://①②⑦.⓪.⓪.①/', private4],
  ['http://%31%32%37.0.0.1/', private4],
  ['http://0/', private4],
  ['http://0.0.0.0/', private4],
  ['http://127.255.255.254/', private4],
  ['http://10.0.0.1/', private4],
  ['http://172.31.255.255/', private4],
  ['http://192.168.0.1/', private4],
  ['http://100.64.0.1/', private4],
  ['http://198.18.0.1/', private4],
  ['http://224.0.0.1/', private4],
  ['http://255.255.255.255/', private4],
  ['http://256.1.1.1/', noAddress],
  ['http://1.2.3.4.5/', noAddress],
  // where clouds tell secrets
  ['http://169.254.169.254/latest/meta-data/', private4],
  ['http://2852039166/', private4],
  ['http://0xa9fea9fe/', private4],
  ['http://0251.0376.0251.0376/', private4],
  ['http://169.254.170.2/v2/credentials', private4],
  ['http://100.100.100.200/latest/meta-data/', private4],
  ['http://168.63.129.16/', private4],
  ['http://192.0.0.192/opc/v2/', private4],
  ['http://[fd00:ec2::254]/latest/meta-data/', private4],
  ['http://metadata.google.internal/computeMetadata/v1/', private4],
  ['http://METADATA.google.internal/', private4],
  ['http://instance-data/', private4],
  ['http://kubernetes.default.svc/', private4],
  // IPv6, and IPv4 in its clothes
  ['http://[::1]/', private4],
  ['http://[0:0:0:0:0:0:0:1]/', private4],
  ['http://[::]/', private4],
  ['http://[::ffff:127.0.0.1]/', private4],
  ['http://[::ffff:7f00:1]/', private4],
  ['http://[::ffff:a9fe:a9fe]/', private4],
  ['http://[::127.0.0.1]/', private4],
  ['http://[::ffff:0:127.0.0.1]/', private4],
  ['http://[64:ff9b::127.0.0.1]/', private4],
  ['http://[64:ff9b::a9fe:a9fe]/', private4],
  ['http://[64:ff9b:1::a00:1]/', private4],
  ['http://[2002:7f00:1::]/', private4],
  ['http://[2002:a9fe:a9fe::1]/', private4],
  ['http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', private4],
  ['http://[fe80::1]/', private4],
  ['http://[fe80::1%25eth0]/', noAddress],
  ['http://[fec0::1]/', private4],
  ['http://[fc00::1]/', private4],
  ['http://[ff02::1]/', private4],
  ['http://[100::1]/', private4],
  ['http://[2001:db8::1]/', private4],
  ['http://[3fff::1]/', private4],
  ['http://[5f00::1]/', private4],
  ['http://[::1', noAddress],
  // names
  ['http://localhost/', private4],
  ['http://LOCALHOST/', private4],
  ['http://localhost./', private4],
  ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', private4],
  ['http://app.localhost/', private4],
  ['http://loopback.example/', private4],
  ['http://loopback6.example/', private4],
  ['http://mapped.example/', private4],
  ['http://mixed.example/', private4],
  ['http://mixed6.example/', private4],
  ['http://garbage.example/', private4],
  ['http://spelled.example/', private4],
  ['http://scoped.example/', private4],
  ['http://nothing.example/', unknown],
  ['http://nobody-knows.example/', unknown],
  ['http://xn--/', unknown],
  // other schemes, and addresses that only look like others
  ['file:///etc/passwd', scheme],
  ['ftp://public.example/x', scheme],
  ['gopher://127.0.0.1:6379/_FLUSHALL', scheme],
  ['dict://127.0.0.1:11211/stat', scheme],
  ['ws://public.example/', scheme],
  ['data:image/png;base64,AAAA', scheme],
  ['javascript:alert(1)', scheme],
  ['blob:http://127.0.0.1/x', scheme],
  ['unix:/var/run/docker.sock', scheme],
  ['//127.0.0.1/', noAddress],
  ['/etc/passwd', noAddress],
  ['http://', noAddress],
  ['http:127.0.0.1/', private4],
  ['http:/127.0.0.1/', private4],
  ['http:\\\\127.0.0.1\\', private4],
  ['http:///127.0.0.1/', private4],
  [' \n http://127.0.0.1/ ', private4],
  ['ht\ntp://127.0.\t0.1/', private4],
  ['http://127.0.0.1#@public.example/', private4],
  ['http://127.0.0.1\\@public.example/', private4],
  ['http://127.0.0.1?@public.example/', private4],
  // credentials
  ['http://user@public.example/', credentials],
  ['http://user:secret@public.example/', credentials],
  ['http://:secret@public.example/', credentials],
  ['http://public.example@127.0.0.1/', credentials],
  ['http://public.example:80@127.0.0.1/', credentials],
  // ports
  ['http://public.example:22/', 'nothing is fetched from port 22'],
  ['http://public.example:25/', 'nothing is fetched from port 25'],
  ['http://public.example:2375/', 'nothing is fetched from port 2375'],
  ['http://public.example:6379/', 'nothing is fetched from port 6379'],
  ['http://public.example:0/', 'nothing is fetched from port 0'],
  ['https://public.example:8787/', 'nothing is fetched from port 8787'],
  ['http://public.example:65536/', noAddress],
]

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
  port = (server.address() as AddressInfo).port // it listens on TCP
  afterAll(() => {
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

/** Notes where it was to go, and goes to our own server instead. */
const connect: ConnectHost = (addresses) => (_options, done) => {
  connected.push(...addresses.map(({ address }) => address))
  const socket = connectSocket(port, '127.0.0.1', () => done(null, socket))
}

const options = {
  allows: createAllowance(false),
  ports: [80, 443, 8080, 8443],
  bytes: 10_000,
  totalBytes: 30_000,
  patience: 2_000,
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

  // What cannot stand in a header as it is is escaped there.
  test.each(places.filter(([url]) => /^[\x21-\x7e]+$/.test(url)))('%j are not followed', async (url, reason) => {
    // A location without a host is one of the host that it came from.
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
    expect(await outcome('http://rebinding.example/', changing)).toBe(private4)
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
  const { lookup } = made as { readonly lookup?: LookupFunction } // an option of sockets, which undici's types leave to them
  const heard: unknown[] = []
  lookup?.('localhost', { all: true }, (error, found) => heard.push(error, found))
  lookup?.('localhost', {}, (error, address, family) => heard.push(error, address, family))
  expect(heard).toEqual([null, addresses, null, publicAddress, 4])
})
