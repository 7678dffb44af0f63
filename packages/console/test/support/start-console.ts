import { chat } from '@interlingua/chat/edge'
import { messages } from '@interlingua/messages/edge'
import { issueKey, type PriceLineOptions } from '@interlingua/access'
import { createGateway, type Gateway } from '@interlingua/server'
import type { ChannelOptions } from '@interlingua/upstreams'
import { openContents, openStore, type Store } from '@interlingua/store'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Console, createConsole, type Exposure } from '@interlingua/console'

export interface StartedConsole {
  readonly url: string
  readonly store: Store
  readonly gateway: Gateway
  /** Folder of the state. */
  readonly folder: string
  readonly console: Console
  readonly secrets: { readonly admin: string; readonly plain: string }
  close(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: unknown
}

export interface StartOptions {
  readonly exposure?: Exposure
  readonly now?: () => number
  readonly assets?: string
  /** False: the configuration forbids recordings. */
  readonly recording?: boolean
  readonly redact?: readonly string[]
  readonly channels?: readonly ChannelOptions[]
  readonly prices?: readonly PriceLineOptions[]
}

/** Starts a gateway with the console, over SQLite and an upstream of Chat Completions that always answers. */
export async function startConsole({
  exposure = { open: false },
  now,
  assets,
  recording = true,
  redact = [],
  channels,
  prices = [],
}: StartOptions = {}): Promise<StartedConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-console-'))
  const store = await openStore({ dataDir: folder })
  const admin = issueKey({ name: 'ops', admin: true }, Date.now())
  const plain = issueKey({ name: 'laptop' }, Date.now())
  await store.keys.insert(admin.key)
  await store.keys.insert(plain.key)
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // a listening server has one
  const served = createConsole({
    store,
    exposure: () => exposure,
    facts: { version: '0.1.0', demo: () => false },
    recording: { rules: () => ({ allowed: recording, redact }), openContents: () => openContents({ dataDir: folder }, store) },
    ...(now && { now }),
    ...(assets !== undefined && { assets }),
  })
  const gateway = createGateway({
    formats: [chat, messages],
    store,
    upstreams: {
      channels: channels ?? [
        { name: 'broken', format: 'chat', baseUrl: 'http://127.0.0.1:1', apiKey: 'none', models: ['gpt-6'] },
        { name: 'local', format: 'chat', baseUrl, apiKey: 'none', models: ['gpt-5', 'gpt-6'], priority: 1 },
      ],
    },
    prices: { models: prices },
    endpoints: served.endpoints,
    observers: [served.observer],
    recorder: served.recorder,
  })
  const { url } = await gateway.listen()
  return {
    url,
    store,
    gateway,
    folder,
    console: served,
    secrets: { admin: admin.secret, plain: plain.secret },
    async close() {
      served.close()
      await gateway.close({ grace: 100 })
      await store.close()
      upstream.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answer = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
}

/** Sends a request with exactly these headers, `Host` included, which `fetch` would not send. */
export function send(url: string, method = 'GET', headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const isJson = response.headers['content-type'] === 'application/json' && text !== ''
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

/** Calls the admin API, as an administrator unless other headers are given, and waits where the rate of calls wants it, which is that of people. */
export async function callApi(
  { url, secrets }: StartedConsole,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${secrets.admin}` },
): Promise<Answer> {
  for (;;) {
    const answered = await send(`${url}/admin/api${path}`, method, headers, body)
    if (answered.status !== 429) return answered
    await pause(300)
  }
}

/** Signs in, and gives the headers of both halves. */
export async function signIn(
  url: string,
  credential: { readonly key: string } | { readonly link: string },
): Promise<Record<string, string>> {
  const answered = await send(`${url}/admin/api/login`, 'POST', {}, credential)
  if (answered.status !== 200) throw new Error(answered.text)
  const [cookie = ''] = [answered.headers['set-cookie'] ?? []].flat()
  const { token } = answered.json as { readonly token: string } // the API's own answer
  return { cookie: cookie.split(';')[0] ?? '', 'x-interlingua-console': token }
}
