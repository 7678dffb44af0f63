import { setTimeout } from 'node:timers/promises'
import { startScriptedProvider, type ScriptedProvider } from '@interlingua/scripted-provider/http'
import { converse } from '@interlingua/converse/edge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver, Reply } from './clients/driver.ts'
import { drivers } from './clients/drivers.ts'
import { demoChannels, demoProfiles } from '../src/channels/demo.ts'
import { formatIds } from '../src/format-ids.ts'
import { formats } from './served.ts'
import { printMatrix, record } from './matrix.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream, type SeenRequest } from './start-upstream.ts'

const upstreams = ['messages', 'responses', 'chat', 'contents', 'interactions', 'converse'] as const
type Upstream = (typeof upstreams)[number]

let provider: ScriptedProvider
let demo: RunningGateway
let gateway: RunningGateway
let broken: RunningUpstream

beforeAll(async () => {
  provider = await startScriptedProvider()
  demo = await startGateway({ channels: demoChannels(provider.url, formatIds), profiles: demoProfiles(formats) })
  broken = await startUpstream()
  gateway = await startGateway({
    // The broken upstream fails at every call.
    circuitBreaker: false,
    channels: upstreams.map((format) => ({ name: format, format, baseUrl: broken.url, apiKey: 'sk-broken', models: [`b-${format}`] })),
  })
})
afterAll(async () => {
  printMatrix()
  await provider.close()
})

const ask = (driver: Driver, url: string, model: string, say: string, stream: boolean): Promise<Reply> =>
  driver.ask(url, model, { turns: [{ say }] }, stream)

async function failing(driver: Driver, asked: Promise<Reply>): Promise<{ status: number | undefined; message: string }> {
  const error = await asked.then(
    (reply) => {
      throw new Error(`it looked finished: ${JSON.stringify({ ...reply, replay: undefined })}`)
    },
    (thrown: unknown) => thrown,
  )
  const read = driver.readError(error)
  if (read === undefined || read.message.startsWith('it looked finished')) throw error
  return read
}

/** Status in the dialects that differ. */
const before: readonly (readonly [string, string, number])[] = [
  ['rate limit', '[demo:rate-limit retry-after=2]', 429],
  ['overloaded', '[demo:overloaded]', 503],
  ['internal error', '[demo:status 500]', 500],
  ['context too long', '[demo:context-length]', 400],
  ['HTML instead of an answer', '[demo:html-502]', 502],
]

/** The error of each upstream format inside an HTTP 200: as a document, and as the first thing of a stream. */
const disguised: Readonly<Record<Upstream, { readonly document: string; readonly event: string }>> = {
  messages: {
    document: '{"type":"error","error":{"type":"api_error","message":"it broke"}}',
    event: 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"it broke"}}\n\n',
  },
  responses: {
    document:
      '{"id":"r","object":"response","created_at":1,"status":"failed","error":{"code":"server_error","message":"it broke"},"incomplete_details":null,"model":"m","output":[],"usage":null}',
    event: 'event: error\ndata: {"type":"error","sequence_number":0,"code":"server_error","message":"it broke","param":null}\n\n',
  },
  chat: {
    document: '{"error":{"message":"it broke","type":"server_error","param":null,"code":null}}',
    event: 'data: {"error":{"message":"it broke","type":"server_error","param":null,"code":null}}\n\n',
  },
  contents: {
    document: '{"error":{"code":500,"message":"it broke","status":"INTERNAL"}}',
    event: 'data: {"error":{"code":500,"message":"it broke","status":"INTERNAL"}}\n\n',
  },
  interactions: {
    document: '{"error":{"code":"api_error","message":"it broke"}}',
    event: 'event: error\ndata: {"event_type":"error","error":{"code":"api_error","message":"it broke"}}\n\n',
  },
  converse: {
    document: '{"__type":"InternalServerException","message":"it broke"}',
    event: 'event: exception\ndata: {"type":"internalServerException","message":"it broke"}\n\n',
  },
}

/** Answer with an error inside an HTTP 200, by what was asked for. */
function disguise(upstream: Upstream, { url, body }: SeenRequest): { readonly type: string; readonly body: string | Uint8Array } {
  const { document, event } = disguised[upstream]
  if (!/streamGenerateContent|converse-stream$/.test(url) && !body.includes('"stream":true'))
    return { type: 'application/json', body: document }
  if (upstream !== 'converse') return { type: 'text/event-stream', body: event }
  return { type: converse.adapter.http.streamContentType, body: Buffer.concat(binaryOf(event)) }
}

/** Events in the binary form of Bedrock. */
function binaryOf(text: string): readonly Uint8Array[] {
  const writer = converse.stream.binary?.createWriter() ?? expect.fail('the format has no binary form')
  return [...writer.push(text), ...writer.end()]
}

/**
 * Results that Responses clients make of a whole failed document, which passes unchanged: an HTTP error would be retried, and paid for again
 * (docs/faults.md). AI SDK throws, since it wants a `type` of the error, which OpenAI's own documents lack.
 */
const failedDocuments: Readonly<Record<string, object>> = {
  'openai responses': { text: '', calls: [], finish: 'unknown' },
  'ai openai responses': { status: 200, message: 'Invalid JSON response' },
}

for (const driver of drivers) {
  describe(driver.name, () => {
    for (const upstream of upstreams) {
      const cell = (title: string, run: () => Promise<void>): void => {
        test(`${upstream}: ${title}`, async () => {
          const pair = `${driver.format} > ${upstream}`
          record(pair, title, driver.name, false)
          await run()
          record(pair, title, driver.name, true)
        })
      }

      for (const [title, directive, status] of before) {
        cell(`before the first byte: ${title}`, async () => {
          for (const stream of [false, true]) {
            const error = await failing(driver, ask(driver, demo.url, `demo-${upstream}`, `Hello ${directive}`, stream))
            // The format messages has a status of its own for an overload.
            const known = error.status === 529 && driver.format === 'messages' ? 503 : error.status
            expect([known, error.message]).toEqual([status, expect.stringMatching(/\w{3}/)])
          }
        })
      }

      for (const trouble of ['error-event', 'cut', 'cut-clean']) {
        cell(`after the first byte: ${trouble}`, async () => {
          const error = await failing(driver, ask(driver, demo.url, `demo-${upstream}`, `Tell me a story [demo:${trouble}]`, true))
          expect(error.message).toMatch(/\w{3}/)
        })
      }

      for (const stream of [false, true]) {
        cell(stream ? 'abort of a stream' : 'abort of a document', async () => {
          const before = provider.stats()
          const abort = new AbortController()
          // A document is aborted while the upstream is silent, a stream while it comes.
          const talk = { turns: [{ say: `Tell me a story ${stream ? '[demo:words 500][demo:slow 50ms]' : '[demo:stall 30s first]'}` }] }
          // The error of an abort is often the platform's own, and none of the library's class.
          const asked = driver.ask(demo.url, `demo-${upstream}`, talk, stream, abort.signal).then(
            () => 'it looked finished',
            (error: unknown) => String(error),
          )
          await expect.poll(() => provider.stats().active).toBe(before.active + 1)
          if (stream) await setTimeout(200)
          abort.abort()
          expect(await asked).toMatch(/abort|cancel/i)
          await expect.poll(() => provider.stats()).toMatchObject({ active: before.active, abandoned: before.abandoned + 1 })
        })
      }

      cell('inside an HTTP 200', async () => {
        broken.answer = (response, asked) => {
          const { type, body } = disguise(upstream, asked)
          response.writeHead(200, { 'content-type': type }).end(body)
        }
        const passes = upstream === 'responses' && driver.format === 'responses'
        if (passes) {
          const asked = broken.seen.length
          const shown = await ask(driver, gateway.url, `b-${upstream}`, 'Hello', false).catch((error: unknown) => driver.readError(error))
          expect(failedDocuments[driver.name]).toBeDefined()
          expect(shown).toMatchObject(failedDocuments[driver.name] ?? {})
          expect(broken.seen.length - asked).toBe(1)
        }
        for (const stream of passes ? [true] : [false, true]) {
          const error = await failing(driver, ask(driver, gateway.url, `b-${upstream}`, 'Hello', stream))
          expect([error.status, error.message]).toEqual([
            expect.toSatisfy((status: number) => status >= 500),
            expect.stringContaining('it broke'),
          ])
        }
      })
    }
  })
}
