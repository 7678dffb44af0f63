import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { openStore } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'
import { gatewayProcesses, type GatewayProcess } from '../services/gateway-processes.ts'
import { startPostgres } from '../services/start-postgres.ts'
import type { Answered } from './ask-video.ts'

const model = 'seedance-2-0'
const apiKey = 'any-key-of-ours'
const postgres = await startPostgres()
const processes = await gatewayProcesses()
/** Milliseconds in which gateways are killed, and between two kills. */
const unrest = 9_000
const between = 1_500
const slow = 170_000
/** Requests under way at the same time. */
const clients = 24

interface Made {
  readonly prompt: string
  readonly at: number
}

/** Starts an upstream that takes each request, and ends it after some seconds. Prompts that end in 3 fail. */
async function startUpstream(): Promise<{ readonly url: string; readonly made: Map<string, Made> }> {
  const made = new Map<string, Made>()
  const server = createServer((request, response) => {
    void (async () => {
      const answer = (status: number, body: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'POST') {
        const { content } = JSON.parse(await read(request)) as { readonly content: readonly { readonly text: string }[] } // the gateway sends this
        const id = `cgt-${made.size + 1}`
        made.set(id, { prompt: content[0]?.text ?? '', at: Date.now() })
        await sleep(20)
        return answer(200, { id })
      }
      const id = (request.url ?? '').split('/').at(-1) ?? ''
      if (id.startsWith('tasks?'))
        return answer(200, { total: 0, items: [...made].map(([one, { at }]) => ({ id: one, model, created_at: Math.floor(at / 1000) })) })
      const task = made.get(id)
      if (task === undefined) return answer(404, { error: { code: 'NotFound', message: 'No such task.' } })
      const age = Date.now() - task.at
      if (age < 4_000) return answer(200, { id, status: age < 1_500 ? 'queued' : 'running' })
      if (task.prompt.endsWith('3'))
        return answer(200, { id, status: 'failed', error: { code: 'InternalServiceError', message: 'It broke.' } })
      answer(200, { id, status: 'succeeded', content: { video_url: `https://example.com/${id}.mp4` } })
    })()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, made } // the server listens on TCP
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const stores = [
  { name: 'SQLite', requests: 1_000, gateways: 1, place: () => Promise.resolve({ dataDir: tempFolder('video') }) },
  { name: 'PostgreSQL', requests: 1_000, gateways: 2, place: async () => ({ databaseUrl: (await postgres?.createDatabase()) ?? '' }) },
] as const

describe.each(stores)('$requests videos while $gateways of $name are killed', ({ name, requests, gateways, place }) => {
  test.skipIf(name === 'PostgreSQL' && postgres === undefined)(
    'each ends once, and none is bought twice',
    async () => {
      const upstream = await startUpstream()
      const where = await place()
      const config: GatewayConfig = {
        ...where,
        port: 0,
        apiKey,
        channels: [
          {
            name: 'ark',
            format: 'ark-video',
            baseUrl: `${upstream.url}/api/v3`,
            apiKey: 'key-of-ark',
            models: [model],
            circuitBreaker: false,
            poll: { initial: 1, interval: 1, maxInterval: 2 },
          },
        ],
      }
      const running: GatewayProcess[] = []
      for (let index = 0; index < gateways; index++) running.push(await processes.start(config))
      const begin = performance.now()
      const anyone = (): string => running[Math.floor(Math.random() * running.length)]?.url ?? ''

      /** Prompt, and last status that a client got, by id of the task. */
      const accepted = new Map<string, string>()
      const ends = new Map<string, string>()
      let changed = 0

      async function ask(path: string, init: RequestInit = {}): Promise<Pick<Answered, 'status' | 'body'> | undefined> {
        try {
          const headers = { authorization: `Bearer ${apiKey}`, ...init.headers }
          const answer = await fetch(`${anyone()}/v1/video/generations${path}`, { ...init, headers, signal: AbortSignal.timeout(30_000) })
          return { status: answer.status, body: await answer.json() }
        } catch {
          return undefined
        }
      }

      async function submit(number: number): Promise<void> {
        const prompt = `video ${number}`
        const body = JSON.stringify({ model, prompt, metadata: { content: [{ type: 'text', text: prompt }] } })
        // A client without an answer may send the request again with the same idempotency key.
        for (;;) {
          const answer = await ask('', { method: 'POST', body, headers: { 'idempotency-key': `request-${number}` } })
          if (answer?.status === 200) return void accepted.set(answer.body.id, prompt)
          if (answer?.status === 409 || answer?.status === 502) return
          await sleep(100)
        }
      }

      async function look(id: string): Promise<void> {
        const answer = await ask(`/${id}`)
        if (answer?.status !== 200) return
        const { status } = answer.body.data
        const before = ends.get(id)
        if (before !== undefined && before !== status) changed++
        if (['SUCCESS', 'FAILED', 'EXPIRED'].includes(status)) ends.set(id, status)
      }

      const queue = Array.from({ length: requests }, (_, index) => index)
      const submitting = Promise.all(
        Array.from({ length: clients }, async () => {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) await submit(next)
        }),
      )
      while (performance.now() - begin < unrest) {
        await sleep(between * (0.5 + Math.random()))
        const victim = Math.floor(Math.random() * running.length)
        const replacement = processes.start(config)
        await running[victim]?.kill()
        running[victim] = await replacement
        for (const id of [...accepted.keys()].slice(0, 20)) await look(id)
      }
      await submitting
      const until = performance.now() + 60_000
      while (ends.size < accepted.size && performance.now() < until) {
        for (const id of accepted.keys()) if (!ends.has(id)) await look(id)
        await sleep(200)
      }
      for (const id of accepted.keys()) await look(id)

      const counts = new Map<string, number>()
      for (const { prompt } of upstream.made.values()) counts.set(prompt, (counts.get(prompt) ?? 0) + 1)
      expect(
        [...counts.values()].filter((count) => count !== 1),
        'requests that were sent twice',
      ).toEqual([])
      expect(accepted.size).toBeGreaterThan(requests * 0.8)
      expect([ends.size, changed]).toEqual([accepted.size, 0])
      for (const [id, prompt] of accepted) {
        expect([prompt, counts.get(prompt)]).toEqual([prompt, 1])
        expect([prompt, ends.get(id)]).toEqual([prompt, prompt.endsWith('3') ? 'FAILED' : 'SUCCESS'])
      }

      await Promise.all(running.map((gateway) => gateway.kill()))
      const store = await openStore(where)
      const records = await store.usage.list({}, { limit: 5_000 })
      await store.close()
      // Requests without an answer may have been accepted all the same.
      const ok = records.filter(({ outcome }) => outcome === 'ok').length
      const good = [...ends.values()].filter((status) => status === 'SUCCESS').length
      expect(ok).toBeGreaterThanOrEqual(good)
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    },
    slow,
  )
})
