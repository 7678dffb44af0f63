import { spawn } from 'node:child_process'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'
import { png } from '../media.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
const ask = (stream: boolean): string => JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'Hello' }] })

interface Upstream {
  readonly url: string
  readonly server: Server
  asked: number
}

/** Starts an upstream that answers with its name, at once or as a stream of so many pieces that does not end before `mayEnd`. */
async function startNamed(name: string, pieces: number, mayEnd: () => boolean = () => true): Promise<Upstream> {
  const server = createServer((request, response) => {
    upstream.asked++
    let text = ''
    request.on('data', (bytes: Buffer) => (text += bytes.toString()))
    request.on('end', () => (text.includes('"stream":true') ? stream(response) : document(response)))
  })
  const base = { id: 'c1', created: 1, model: 'm' }
  const document = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: name }, finish_reason: 'stop' }],
      }),
    )
  const stream = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta: object, reason: string | null): void =>
      void response.write(
        `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
      )
    let sent = 0
    const timer = setInterval(() => {
      if (sent++ < pieces) return send({ content: name }, null)
      if (!mayEnd()) return
      clearInterval(timer)
      send({}, 'stop')
      response.end('data: [DONE]\n\n')
    }, 5)
    response.on('close', () => clearInterval(timer))
  }
  // The upstream keeps idle connections, so a closed one was closed by the gateway.
  server.keepAliveTimeout = 300_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  const upstream = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked: 0 } // the server listens on TCP
  return upstream
}

const connections = ({ server }: Upstream): Promise<number> => new Promise((done) => server.getConnections((_error, count) => done(count)))

function configFor(url: string, format: 'chat' | 'messages' = 'chat'): GatewayConfig {
  return { channels: [{ name: 'c', format, baseUrl: `${url}/v1`, models: ['m'] }], port: 0, apiKey: 'any' }
}

test('under load, no request fails by a reload, and each is served by one configuration from its beginning to its end', async () => {
  const first = await startNamed('first ', 40)
  const second = await startNamed('second ', 40)
  const gateway = createGateway(configFor(first.url))
  const { url } = await gateway.listen()
  let ending = false
  let served = 0
  const wrong: string[] = []
  const client = async (stream: boolean): Promise<void> => {
    while (!ending) {
      const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ask(stream) })
      const text = await response.text()
      const whole = stream ? text.endsWith('data: [DONE]\n\n') : text.includes('"finish_reason":"stop"')
      if (response.status !== 200 || !whole || (text.includes('first') && text.includes('second'))) wrong.push(text)
      served++
    }
  }
  const clients = Array.from({ length: 12 }, (_, index) => client(index % 2 === 0))
  // At least so many reloads, and so many requests, however slow the machine is.
  for (let index = 0; index < 30 || (served < 200 && index < 500); index++) {
    await new Promise((done) => setTimeout(done, 40))
    await gateway.reload(() => configFor(index % 2 === 0 ? second.url : first.url))
  }
  ending = true
  await Promise.all(clients)
  expect(wrong).toEqual([])
  expect(served).toBeGreaterThanOrEqual(200)
  expect(first.asked).toBeGreaterThan(20)
  expect(second.asked).toBeGreaterThan(20)
  await gateway.close(1_000)
})

test('a stream that runs goes on while its channel vanishes; then its connections are closed', async () => {
  let mayEnd = false
  const first = await startNamed('first ', 200, () => mayEnd)
  const second = await startNamed('second ', 1)
  const gateway = createGateway(configFor(first.url))
  const { url } = await gateway.listen()
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ask(true) })
  await gateway.reload(() => configFor(second.url))
  const now = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ask(false) })
  expect(await now.text()).toContain('second')
  expect(await connections(first)).toBe(1)
  mayEnd = true
  const text = await response.text()
  expect(text.split('first ')).toHaveLength(201)
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  await waitFor(async () => (await connections(first)) === 0)
  expect(await connections(second)).toBeGreaterThan(0)
  await gateway.close(1_000)
})

test('a configuration that cannot be used is refused, told in the log, and changes nothing', async () => {
  const upstream = await startNamed('old', 1)
  let log = ''
  const gateway = createGateway(configFor(upstream.url), { writeLog: (text) => void (log += text) })
  const { url } = await gateway.listen()
  const [channel] = configFor(upstream.url).channels
  if (channel === undefined) throw new Error('no channel')
  await expect(gateway.reload(() => ({ channels: [channel, channel] }))).rejects.toThrow('given twice')
  await expect(gateway.reload(() => ({ channels: [{ ...channel, apiKeyEnv: 'NOT_SET_ANYWHERE' }] }))).rejects.toThrow('NOT_SET_ANYWHERE')
  expect(await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ask(false) })).text()).toContain('old')
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('interlingua_reloads_total{result="refused"} 2\n')
  await gateway.close(1_000)
  expect(log.match(/"event":"reload-refused"/g)).toHaveLength(2)
})

test('what a channel has learnt of its upstream is kept where nothing about it changed', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) => void response.writeHead(500).end()
  const config = (more: string): GatewayConfig => ({
    ...configFor(upstream.url),
    channels: [
      { name: 'c', format: 'chat', baseUrl: `${upstream.url}/v1`, models: ['m'] },
      { name: 'd', format: 'chat', baseUrl: `${upstream.url}/v1`, models: [more] },
    ],
    circuitBreaker: { failures: 2 },
    retry: { attempts: 1 },
  })
  let log = ''
  const gateway = createGateway(config('other'), { writeLog: (text) => void (log += text) })
  const { url } = await gateway.listen()
  for (let index = 0; index < 4; index++)
    await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ask(false) })).text()
  const state = async (): Promise<string | undefined> =>
    /interlingua_channel_breaker\{channel="c",state="(\S+)"\} 1/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
  expect(await state()).toBe('open')
  await gateway.reload(() => config('another'))
  expect(await state()).toBe('open')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await gateway.reload(() => configFor(`${upstream.url}/elsewhere`))
  expect(await state()).toBe('closed')
  await gateway.close(1_000)
  expect(log).toContain('"event":"channel","channel":"c","breaker":"open","cause":"failures"')
})

const fileAndSignal =
  'the process reads its file again when it changes and upon SIGHUP, secrets too, and stays with what it has where the file is bad'
test(fileAndSignal, { timeout: 120_000 }, async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[]}')
  const folder = tempFolder('reload')
  const file = join(folder, 'interlingua.yaml')
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'first-secret\n')
  const text = (model: string): string =>
    `channels:\n  - name: c\n    format: chat\n    baseUrl: ${upstream.url}/v1\n    models: [${model}]\n    apiKeyFile: ${secret}\n`
  writeFileSync(file, text('before'))
  const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', INTERLINGUA_API_KEY: 'any-key-at-all' },
  })
  atEnd(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  // Waits without a time limit, since a busy machine may be slow: the process prints the fact, or ends.
  const told = (fact: () => boolean): Promise<void> =>
    waitFor(() => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the process ended: ${output}`)
      return fact()
    }, Infinity)
  await told(() => /http:\/\/\S+\n/.test(output))
  const url = /http:\/\/[\d.:]+/.exec(output)?.[0] ?? ''
  const status = async (model: string): Promise<number> =>
    (
      await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { ...headers, authorization: 'Bearer any-key-at-all' },
        body: ask(false).replace('"m"', `"${model}"`),
      })
    ).status
  expect(await status('before')).toBe(200)
  expect(await status('after')).toBe(404)

  // Editors and orchestrators put a new file in the place of the old.
  writeFileSync(`${file}.new`, text('after'))
  renameSync(`${file}.new`, file)
  await told(() => output.includes('"event":"reload"'))
  expect(await status('after')).toBe(200)
  expect(await status('before')).toBe(404)

  writeFileSync(file, text('worse').replace('format: chat', 'format: chats'))
  await told(() => output.includes('"event":"reload-refused"'))
  expect(output).toMatch(/"problem":"[^"]*interlingua\.yaml:3:5: channels\[0\]\.format: /)
  expect(await status('after')).toBe(200)

  writeFileSync(file, text('after'))
  await told(() => output.match(/"event":"reload"/g)?.length === 2)
  writeFileSync(secret, 'second-secret\n')
  child.kill('SIGHUP')
  await told(() => output.match(/"event":"reload"/g)?.length === 3)
  expect(await status('after')).toBe(200)
  expect(upstream.seen.at(0)?.headers.authorization).toBe('Bearer first-secret')
  expect(upstream.seen.at(-1)?.headers.authorization).toBe('Bearer second-secret')
  expect(output).not.toMatch(/first-secret|second-secret/)
})

test('what a new configuration leaves out is no longer in force', async () => {
  const host = await startUpstream()
  host.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(png, 'base64'))
  const upstream = await startUpstream()
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"candidates":[{"content":{"role":"model","parts":[{"text":"x"}]},"finishReason":"STOP"}]}')
  const config = (more: Partial<GatewayConfig>): GatewayConfig => ({
    channels: [{ name: 'c', format: 'contents', baseUrl: upstream.url, models: ['m'] }],
    port: 0,
    apiKey: 'any',
    ...more,
  })
  const open = { media: { privateAddresses: true, ports: [Number(new URL(host.url).port)] } }
  const gateway = createGateway(config(open))
  const { url } = await gateway.listen()
  const content = [{ type: 'image', source: { type: 'url', url: `${host.url}/a.png` } }]
  const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] })
  const status = async (): Promise<number> =>
    (await fetch(`${url}/v1/messages`, { method: 'POST', headers: { ...headers, 'anthropic-version': '2023-06-01' }, body })).status
  expect(await status()).toBe(200)
  await gateway.reload(() => config({ media: { fetch: false } }))
  expect(await status()).toBe(400)
  await gateway.reload(() => config({}))
  expect(await status()).toBe(400)
  await gateway.reload(() => config(open))
  expect(await status()).toBe(200)
  expect(host.seen).toHaveLength(2)
  await gateway.close(1_000)
})

test('a configuration whose channels are gone is refused, unless it says whether the demo is served', async () => {
  const upstream = await startNamed('old', 1)
  const gateway = createGateway(configFor(upstream.url))
  const { url } = await gateway.listen()
  const status = async (model: string): Promise<number> =>
    (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ask(false).replace('"m"', `"${model}"`) })).status
  await expect(gateway.reload(() => ({ channels: [] }))).rejects.toThrow('no channels any more')
  expect([await status('m'), await status('demo-chat')]).toEqual([200, 404])
  await gateway.reload(() => ({ channels: [], demo: true }))
  expect([await status('m'), await status('demo-chat')]).toEqual([404, 200])
  await gateway.close(1_000)
})

test(
  'a file that is rewritten in place again and again is never read half, and one that stays empty or goes is refused',
  { timeout: 120_000 },
  async () => {
    const upstream = await startNamed('served', 1)
    const folder = tempFolder('rewritten')
    const file = join(folder, 'interlingua.yaml')
    const channels = ['a', 'b', 'c', 'd'].map(
      (name) => `  - name: ${name}\n    format: chat\n    baseUrl: ${upstream.url}/v1\n    models: [${name}]\n`,
    )
    const text = (round: number): string => `channels:\n${channels.join('')}# ${round}\n`
    writeFileSync(file, text(0))
    const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
    const env = { PATH: process.env['PATH'], PORT: '0', INTERLINGUA_API_KEY: 'any-key-at-all' }
    const child = spawn(process.execPath, [program], { cwd: folder, env })
    atEnd(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
    await waitFor(() => /http:\/\/\S+/.test(output), 15_000)
    const url = /http:\/\/[\d.:]+/.exec(output)?.[0] ?? ''
    const own = { ...headers, authorization: 'Bearer any-key-at-all' }
    const status = async (model: string): Promise<number> =>
      (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: own, body: ask(false).replace('"m"', `"${model}"`) })).status
    const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))
    const wrong: unknown[] = []
    for (let round = 1; round <= 25; round++) {
      const whole = text(round)
      // Emptied, then written in pieces that end within a line: on a busy machine each may lie there for long.
      writeFileSync(file, '')
      child.kill('SIGHUP')
      for (let part = 1; part <= 4; part++) {
        await pause(round % 5 === 0 ? 40 : 5)
        writeFileSync(file, part === 4 ? whole : `channels:\n${channels.slice(0, part).join('')}  - name: x\n    form`)
        child.kill('SIGHUP')
      }
      for (const model of ['a', 'd', 'demo-chat']) {
        const seen = await status(model)
        if (seen !== (model === 'demo-chat' ? 404 : 200)) wrong.push([round, model, seen])
      }
    }
    await waitFor(() => output.includes('"event":"reload"'), 30_000)
    expect(wrong).toEqual([])
    writeFileSync(file, '')
    child.kill('SIGHUP')
    await waitFor(() => output.includes('interlingua.yaml: the file is empty'), 60_000)
    rmSync(file)
    child.kill('SIGHUP')
    await waitFor(() => output.includes('interlingua.yaml: the file cannot be read'), 30_000)
    expect([await status('a'), await status('d'), await status('demo-chat')]).toEqual([200, 200, 404])
  },
)
