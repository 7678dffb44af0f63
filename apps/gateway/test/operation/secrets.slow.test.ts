import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { endpoints } from '../served.ts'
import { createGateway } from '../create-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { echo, misbehaviours, type Format } from './telling-answers.ts'

/** Credentials, one for each place that can hold one; none needs escapes, so that no escape can hide it. */
const planted = {
  key: 'sk-Planted-Key-4F1c',
  variable: 'sk-planted-variable-88ab',
  file: 'sk-planted-file-3e07',
  header: 'sk-planted-header-c2d9',
  query: 'sk-planted-query-71fe',
  proxy: 'sk-planted-proxy-0b6a',
  collector: 'sk-planted-collector-5d5d',
  client: 'il-planted-client-9a9a',
  wrongClient: 'il-planted-wrong-client-2b2b',
} as const

const formats: readonly Format[] = ['messages', 'responses', 'chat', 'contents']
const json = { 'content-type': 'application/json' }

const bodies: Readonly<Record<Format, (model: string, stream: boolean) => readonly [path: string, body: object]>> = {
  messages: (model, stream) => ['/v1/messages', { model, stream, max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }],
  responses: (model, stream) => ['/v1/responses', { model, stream, input: 'Hello' }],
  chat: (model, stream) => ['/v1/chat/completions', { model, stream, messages: [{ role: 'user', content: 'Hello' }] }],
  contents: (model, stream) => [
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  ],
}

interface Heard {
  readonly where: string
  readonly text: string
}

const heard: Heard[] = []
const headers = { authorization: `Bearer ${planted.client}`, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }

async function ask(where: string, url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, init)
  let body = ''
  try {
    body = await answer.text()
  } catch {
    body = 'broke off'
  }
  heard.push({ where, text: `${answer.status} ${JSON.stringify([...answer.headers])} ${body}` })
}

test('no credential is told by an answer, the log, the metrics or the traces, through every endpoint and failure, nor goes to another upstream', async () => {
  const folder = tempFolder('secrets')
  writeFileSync(join(folder, 'key'), `${planted.file}\n`)
  process.env['INTERLINGUA_TEST_PLANTED'] = planted.variable
  atEnd(() => delete process.env['INTERLINGUA_TEST_PLANTED'])
  const collector = await startNoting((_request, response) => void response.writeHead(200, json).end('{}'))
  const proxy = await startNoting((request, response) => void response.writeHead(407).end(JSON.stringify(request.headers)))
  const upstreams = {
    messages: await startUpstream(),
    responses: await startUpstream(),
    chat: await startUpstream(),
    contents: await startUpstream(),
  }
  const channel = (format: Format, more: object) => ({ name: format, format, models: [format], baseUrl: upstreams[format].url, ...more })
  const gateway = createGateway(
    {
      channels: [
        channel('messages', { apiKey: planted.key, headers: { 'x-extra-token': planted.header } }),
        channel('responses', { apiKeyEnv: 'INTERLINGUA_TEST_PLANTED' }),
        channel('chat', { apiKeyFile: join(folder, 'key') }),
        channel('contents', { baseUrl: `${upstreams.contents.url}/?sig=${planted.query}` }),
        {
          name: 'proxied',
          format: 'chat',
          models: ['proxied'],
          baseUrl: 'http://127.0.0.1:9',
          proxy: proxy.url.replace('//', `//me:${planted.proxy}@`),
        },
        { name: 'gone', format: 'chat', models: ['gone'], baseUrl: 'http://127.0.0.1:9', apiKey: planted.key },
      ],
      port: 0,
      apiKey: planted.client,
      circuitBreaker: false,
      retry: { attempts: 2, backoff: 0.001, maxBackoff: 0.001, maxRetryAfter: 0, alsoOn: [500, 503, 'connection-error', 'timeout'] },
      log: { level: 'debug' },
      telemetry: { endpoint: collector.url, headers: { authorization: planted.collector } },
    },
    { writeLog: (text) => void heard.push({ where: 'the log', text }) },
  )
  const { url } = await gateway.listen()
  const post = (where: string, path: string, body: object, more: object = {}): Promise<void> =>
    ask(where, `${url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })

  for (const [name, answer] of misbehaviours) {
    for (const format of formats) upstreams[format].answer = (response, seen) => answer(response, seen, format)
    const pairs = formats.flatMap((client) => formats.flatMap((target) => [false, true].map((stream) => ({ client, target, stream }))))
    await Promise.all(
      pairs.map(({ client, target, stream }) => {
        const [path, body] = bodies[client](target, stream)
        return post(`${client} to ${target}, ${stream ? 'streamed' : 'whole'}, by ${name}`, path, body, { 'interlingua-explain': '1' })
      }),
    )
    // All other endpoints are called too, with some text for each parameter of their paths.
    for (const endpoint of endpoints)
      for (const target of ['messages', 'contents']) {
        const path = endpoint.path.replaceAll(/\{\w+\+?\}/g, target)
        const body = {
          model: target,
          messages: [{ role: 'user', content: 'x' }],
          max_tokens: 3,
          input: 'x',
          contents: [{ parts: [{ text: 'x' }] }],
          ttl: '60s',
        }
        const sent = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: JSON.stringify(body) }
        await ask(`${endpoint.method} ${path} by ${name}`, `${url}${path}`, { method: endpoint.method, headers, ...sent })
      }
  }
  for (const model of ['proxied', 'gone'])
    for (const stream of [false, true]) for (const client of formats) await post(`${client} to ${model}`, ...bodies[client](model, stream))

  // Callers' own credentials, right and wrong, in every place that takes one.
  for (const secret of [planted.client, planted.wrongClient])
    for (const place of [
      'x-api-key',
      'x-goog-api-key',
      'x-google-api-key',
      'x-anthropic-api-key',
      'x-openai-api-key',
      'authorization',
      'query',
    ])
      for (const path of ['/v1/messages', '/v1/models', '/v1beta/models', '/nowhere', '/v1/responses/x', '/admin/usage', '/metrics']) {
        const shown = place === 'query' ? {} : { [place]: place === 'authorization' ? `Bearer ${secret}` : secret }
        const address = `${url}${path}${place === 'query' ? `?key=${secret}` : ''}`
        await ask(`${path} with the key in ${place}`, address, { headers: { ...shown, 'x-forwarded-for': '203.0.113.1' } })
      }
  await gateway.close(2_000)

  for (const text of collector.bodies) heard.push({ where: 'the traces', text })
  expect(collector.bodies.length).toBeGreaterThan(0)
  expect(heard.length).toBeGreaterThan(1_000)
  expect(findIn(heard, Object.values(planted))).toEqual([])

  // Each upstream gets its own credentials, and no others.
  const own: Readonly<Record<Format, readonly string[]>> = {
    messages: [planted.key, planted.header],
    responses: [planted.variable],
    chat: [planted.file],
    contents: [planted.query],
  }
  for (const format of formats) {
    const told = upstreams[format].seen.map((seen) => `${echo(seen)} ${seen.body.toString()}`)
    expect(told.length).toBeGreaterThan(50)
    for (const secret of own[format]) expect(told.some((text) => text.includes(secret))).toBe(true)
    const others = Object.values(planted).filter((secret) => !own[format].includes(secret))
    expect(
      findIn(
        told.map((text) => ({ where: format, text })),
        others,
      ),
    ).toEqual([])
  }
}, 400_000)

/** Places at which a secret was told, in clear or in base64, each once. */
function findIn(texts: readonly Heard[], secrets: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const secret of secrets) {
    const spellings = [secret, Buffer.from(`me:${secret}`).toString('base64'), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
    for (const { where, text } of texts)
      if (spellings.some((spelling) => text.toLowerCase().includes(spelling.toLowerCase()))) found.add(`${secret}: ${where}`)
  }
  return [...found]
}

/** Starts a server that records its requests. */
async function startNoting(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly bodies: string[] }> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes: Buffer) => (text += bytes.toString()))
    request.on('end', () => {
      bodies.push(text)
      answer(request, response)
    })
  })
  // The proxy refuses all clients, and answers with the headers that it got.
  server.on('connect', (request, socket) => {
    const text = JSON.stringify(request.headers)
    socket.end(`HTTP/1.1 407 ${request.headers['proxy-authorization'] ?? ''}\r\ncontent-length: ${text.length}\r\n\r\n${text}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies } // the server listens on TCP
}

test('a start that fails says why, without the credentials of what it could not reach', async () => {
  const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const folder = tempFolder('secrets')
  for (const environment of [
    { DATABASE_URL: `postgres://me:${planted.proxy}@127.0.0.1:9/db` },
    { DATABASE_URL: `mysql://me:${planted.proxy}@127.0.0.1/db` },
    { DATABASE_URL: planted.proxy },
    { REDIS_URL: `http://:${planted.proxy}@127.0.0.1:9` },
    { INTERLINGUA_API_KEY: `${planted.client} with a space` },
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://me:${planted.collector}@127.0.0.1:9`, HOST: 'no-such-host.invalid' },
  ]) {
    const child = spawn(process.execPath, [program], { cwd: folder, env: { PATH: process.env['PATH'], PORT: '0', ...environment } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const code = await Promise.race([
      new Promise<number | null>((done) => child.on('close', done)),
      new Promise<undefined>((done) => setTimeout(() => done(undefined), 60_000)),
    ])
    child.kill('SIGKILL')
    expect([Object.keys(environment), code]).toEqual([Object.keys(environment), 1])
    expect(output).not.toMatch(/planted/i)
  }
}, 400_000)
