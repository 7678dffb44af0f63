import { writeFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { parseConfig } from '../../src/config/read-config.ts'
import { createGateway } from '../create-gateway.ts'
import { startGateway } from '../start-gateway.ts'
import { type RunningUpstream, startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { ask, formats } from './ask.ts'
import { issueCertificate } from './issue-certificate.ts'
import { type RunningProxy, startProxy } from './start-proxy.ts'

const folder = tempFolder('ways')
const own = issueCertificate()
const caFile = join(folder, 'ca.pem')
writeFileSync(caFile, own.cert)

const document = JSON.stringify({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'well' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
const json = { 'content-type': 'application/json' }

/** Upstream with TLS, whose certificate no authority has signed. */
const tls = { url: '', seen: [] as IncomingHttpHeaders[], connections: 0 }
const tlsServer = createTlsServer(own, (request, response) => {
  tls.seen.push(request.headers)
  request.resume().on('end', () => response.writeHead(200, json).end(document))
})
tlsServer.on('connection', () => tls.connections++)
/** Server that accepts connections and never answers. */
const mute = createServer((socket: Socket) => void mutes.add(socket.on('error', () => {})))
const mutes = new Set<Socket>()

let upstream: RunningUpstream
let proxy: RunningProxy
beforeAll(async () => {
  await new Promise<void>((done) => tlsServer.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
  tls.url = `https://localhost:${portOf(tlsServer)}`
  upstream = await startUpstream()
  proxy = await startProxy()
})
beforeEach(() => {
  tls.seen.length = upstream.seen.length = proxy.asked.length = 0
  proxy.answer = 200
  upstream.answer = (response) => void response.writeHead(200, json).end(document)
})
afterAll(() => {
  tlsServer.close()
  tlsServer.closeAllConnections()
  mute.close()
  for (const socket of mutes) socket.destroy()
})

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port // the servers listen on TCP
const line = (name: string, baseUrl: string, rest: Partial<ChannelConfig> = {}): ChannelConfig => ({
  name,
  format: 'chat',
  baseUrl,
  apiKey: `sk-secret-of-${name}`,
  models: ['m'],
  ...rest,
})
const once = { attempts: 1 }

test('an upstream whose authority the channel’s file names is trusted, and nobody else’s', async () => {
  const trusting = await startGateway({ channels: [line('a', tls.url, { caFile })] })
  expect((await ask(trusting.url, 'chat', 'm', false)).status).toBe(200)
  expect(tls.seen[0]?.authorization).toBe('Bearer sk-secret-of-a')

  tls.seen.length = 0
  const strict = await startGateway({ channels: [line('a', tls.url)], retry: once })
  const { status, json: read } = await ask(strict.url, 'chat', 'm', false)
  expect([status, read()]).toMatchObject([502, { error: { message: 'No connection to the upstream could be made.' } }])
  const other = join(folder, 'other.pem')
  writeFileSync(other, issueCertificate().cert)
  const wrong = await startGateway({ channels: [line('a', tls.url, { caFile: other }), line('b', upstream.url)] })
  expect((await ask(wrong.url, 'chat', 'm', false)).status).toBe(200)
  // An upstream whose certificate is not trusted gets not a byte of the request.
  expect([tls.seen.length, upstream.seen.length]).toEqual([0, 1])
})

test('a certificate for another name is none', async () => {
  const gateway = await startGateway({ channels: [line('a', tls.url.replace('localhost', '127.0.0.2'), { caFile })], retry: once })
  expect([(await ask(gateway.url, 'chat', 'm', false)).status, tls.seen.length]).toEqual([502, 0])
})

test.each(['http', 'https'])('an upstream by %s is reached through a tunnel of its proxy, which is told nothing else', async (scheme) => {
  const address = `http://me:p%40ss@127.0.0.1:${proxy.port}`
  const baseUrl = scheme === 'http' ? upstream.url : tls.url
  const gateway = await startGateway({ channels: [line('a', baseUrl, { proxy: address, caFile })] })
  const before = proxy.through().length
  expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(200)
  expect(proxy.asked).toEqual([
    { to: new URL(baseUrl).host, headers: expect.objectContaining({ 'proxy-authorization': `Basic ${btoa('me:p@ss')}` }) as unknown },
  ])
  expect(JSON.stringify(proxy.asked)).not.toContain('sk-secret')
  expect(proxy.plain).toBe(0)
  const [seen] = scheme === 'http' ? upstream.seen.map(({ headers }) => headers) : tls.seen
  expect(seen?.authorization).toBe('Bearer sk-secret-of-a')
  expect(Object.keys(seen ?? {}).filter((name) => name.startsWith('proxy'))).toEqual([])
  if (scheme === 'https') expect(proxy.through().slice(before)).not.toContain('sk-secret')
})

test('calls through a proxy do not wait for one another', async () => {
  const waiting: (() => void)[] = []
  upstream.answer = (response) => void waiting.push(() => response.writeHead(200, json).end(document))
  const gateway = await startGateway({ channels: [line('a', upstream.url, { proxy: `http://127.0.0.1:${proxy.port}` })] })
  const answers = Promise.all([1, 2, 3, 4].map(() => ask(gateway.url, 'chat', 'm', false)))
  await waitFor(() => waiting.length === 4)
  for (const go of waiting) go()
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test.each([407, 403, 502])('a proxy that refuses with %i is nothing that a caller could mend: 502, or the next channel', async (status) => {
  proxy.answer = status
  const through = { proxy: `http://me:hidden-word@127.0.0.1:${proxy.port}` }
  const alone = await startGateway({ channels: [line('a', upstream.url, through)], retry: once })
  for (const format of formats) {
    const answer = await ask(alone.url, format, 'm', false)
    expect(answer.status).toBe(502)
    expect(answer.text).not.toMatch(/hidden-word|somebody else|sk-secret/)
    expect(JSON.stringify([...answer.headers])).not.toMatch(/hidden-word|Basic/)
  }
  await waitFor(() => alone.log().length > 0)
  expect(JSON.stringify(alone.log())).not.toMatch(/hidden-word|sk-secret/)
  expect(upstream.seen.length).toBe(0)
  const two = await startGateway({ channels: [line('a', upstream.url, through), line('b', upstream.url)] })
  expect((await ask(two.url, 'chat', 'm', false)).status).toBe(200)
  expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-secret-of-b'])
})

test('a proxy that is not there, or says nothing, costs the connect timeout and is passed over', async () => {
  proxy.answer = 'silence'
  const timeouts = { connect: 0.2 }
  const gateway = await startGateway({
    channels: [
      line('gone', upstream.url, { proxy: 'http://127.0.0.1:1', timeouts }),
      line('mute', upstream.url, { proxy: `http://127.0.0.1:${proxy.port}`, timeouts }),
      line('b', upstream.url),
    ],
    // Timeouts for channels that set none of their own.
    timeouts: { connect: 120 },
  })
  const begin = performance.now()
  expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(200)
  expect(performance.now() - begin).toBeLessThan(20_000)
  expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-secret-of-b'])
})

test('an upstream that takes the connection and no handshake is passed over after the connect timeout', async () => {
  const gateway = await startGateway({
    channels: [line('a', `https://127.0.0.1:${portOf(mute)}`, { timeouts: { connect: 0.2 } }), line('b', upstream.url)],
    timeouts: { connect: 120 },
  })
  const begin = performance.now()
  expect([(await ask(gateway.url, 'chat', 'm', false)).status, upstream.seen.length]).toEqual([200, 1])
  expect(performance.now() - begin).toBeLessThan(20_000)
})

test('a channel’s own timeouts win over those of all channels', async () => {
  upstream.answer = () => {}
  const timeouts = { firstByte: 0.2 }
  const gateway = await startGateway({ channels: [line('a', upstream.url, { timeouts })], timeouts: { firstByte: 500 }, retry: once })
  const { status, json: read } = await ask(gateway.url, 'chat', 'm', false)
  expect([status, read()]).toMatchObject([504, { error: { message: 'Request timed out: The upstream did not answer in time.' } }])
})

test('keys, headers and proxies are read from the environment and from files', async () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  process.env['TEST_WAYS_KEY'] = 'sk-of-the-environment'
  process.env['TEST_WAYS_PROXY'] = `http://127.0.0.1:${proxy.port}`
  const gateway = await startGateway({
    channels: [
      line('a', upstream.url, {
        apiKey: undefined as never,
        apiKeyEnv: 'TEST_WAYS_KEY',
        proxyEnv: 'TEST_WAYS_PROXY',
        headers: { 'X-Plain': 'p', 'x-env': { env: 'TEST_WAYS_KEY' }, 'x-file': { file: file('header', 'of the file\n') } },
      }),
      line('b', upstream.url, {
        apiKey: undefined as never,
        apiKeyFile: file('key', '\nsk-of-the-file\n'),
        proxyFile: file('proxy', `http://127.0.0.1:${proxy.port}\n`),
        models: ['n'],
      }),
    ],
  })
  expect([(await ask(gateway.url, 'chat', 'm', false)).status, (await ask(gateway.url, 'chat', 'n', false)).status]).toEqual([200, 200])
  expect(upstream.seen.map(({ headers }) => [headers.authorization, headers['x-plain'], headers['x-env'], headers['x-file']])).toEqual([
    ['Bearer sk-of-the-environment', 'p', 'sk-of-the-environment', 'of the file'],
    ['Bearer sk-of-the-file', undefined, undefined, undefined],
  ])
  // Two channels with the same way share its connections.
  expect(proxy.asked.length).toBe(1)
})

test.each<[string, Partial<ChannelConfig>, string]>([
  ['a file that is not there', { apiKey: undefined as never, apiKeyFile: '/no/such/file' }, '(apiKeyFile) cannot be read'],
  ['a variable that is not there', { proxyEnv: 'TEST_WAYS_NOTHING' }, 'TEST_WAYS_NOTHING (proxyEnv) is not set'],
  ['a header’s variable that is not there', { headers: { 'x-a': { env: 'TEST_WAYS_NOTHING' } } }, '(headers) is not set'],
  ['a key that breaks in the middle', { apiKey: 'sk-secret\nline' }, 'apiKey contains characters that are not allowed in an HTTP header'],
  ['a proxy of another kind', { proxy: 'socks5://127.0.0.1:9' }, 'begins with http:// or https://'],
  ['a file without certificates', { caFile: join(folder, 'empty') }, '(caFile) is empty'],
])('%s is told at the start, without the secret', async (_, rest, message) => {
  writeFileSync(join(folder, 'empty'), '\n')
  const error = await createGateway({ channels: [line('a', upstream.url, rest)], port: 0 })
    .listen()
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(message) as unknown })
  expect(String(error)).not.toContain('sk-secret')
})

test.each([
  ['baseUrl: "http://me:pw@h"', 'credentials belong into apiKey'],
  ['baseUrl: "http://h", headers: { Content-Length: "3" }', 'the connection’s own headers'.replace('’', "'")],
  ['baseUrl: "http://h", headers: { x-a: { env: A, file: b } }', 'headers'],
  ['baseUrl: "http://h", proxy: "http://a", proxyEnv: B', 'only one of proxy, proxyEnv and proxyFile'],
])('a file that says %s is refused', (text, message) => {
  expect(() => parseConfig(`channels: [{ name: a, format: chat, models: [m], ${text} }]`, 'file')).toThrow(message)
})

test('a channel that is disabled is as if it were not there', async () => {
  const channels = [line('a', upstream.url, { disabled: true }), line('b', tls.url, { caFile, disabled: true, models: ['n'] })]
  const gateway = await startGateway({ channels: [...channels, line('c', upstream.url)] })
  expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(200)
  expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-secret-of-c'])
  expect((await ask(gateway.url, 'chat', 'n', false)).status).toBe(404)
  expect((await ask(gateway.url, 'chat', 'a/m', false)).status).toBe(404)
})

test('what an upstream says of the credentials that it got reaches no client, passed or translated, and no log', async () => {
  const secrets = ['sk-secret-of-a', 'word-of-the-header', 'word-of-the-address']
  const said = `no: Authorization: Bearer ${secrets[0]}, x-api-token: ${secrets[1]}, ?api-key=${secrets[2]}`
  const headers = { 'x-api-token': 'Token word-of-the-header', 'x-team': 'blue' }
  const gateway = await startGateway({
    channels: [line('a', `${upstream.url}/v1?api-key=word-of-the-address`, { headers })],
    retry: once,
    circuitBreaker: false,
  })
  for (const status of [200, 400, 401, 403, 404, 429, 500, 503])
    for (const format of formats)
      for (const stream of [false, true]) {
        upstream.answer = (response) => {
          const body = { error: { message: said, type: 'server_error', param: null, code: null } }
          if (status === 200 && stream)
            response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(body)}\n\n`)
          else response.writeHead(status, { ...json, 'x-request-id': secrets[0], location: secrets[0] }).end(JSON.stringify(body))
        }
        const answer = await ask(gateway.url, format, 'm', stream)
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect([401, 402, 403]).not.toContain(answer.status)
        const all = `${answer.text} ${JSON.stringify([...answer.headers])}`
        for (const secret of secrets) expect([status, format, stream, all.includes(secret)]).toEqual([status, format, stream, false])
      }
  await waitFor(() => gateway.log().length > 60)
  for (const secret of secrets) expect(JSON.stringify(gateway.log()).includes(secret)).toBe(false)
  expect(upstream.seen[0]?.url).toBe('/v1/chat/completions?api-key=word-of-the-address')
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, and where it points is not told', async (status) => {
  const elsewhere = await startUpstream()
  upstream.answer = (response) => void response.writeHead(status, { location: `${elsewhere.url}/stolen` }).end()
  const gateway = await startGateway({ channels: [line('a', upstream.url)], retry: once })
  for (const stream of [false, true]) {
    const answer = await ask(gateway.url, 'chat', 'm', stream)
    expect([answer.status, answer.headers.get('location'), answer.text.includes('stolen')]).toEqual([502, null, false])
  }
  expect(elsewhere.seen.length).toBe(0)
})
