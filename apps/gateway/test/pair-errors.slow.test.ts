import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver, Reply } from './clients/driver.ts'
import { drivers } from './clients/drivers.ts'
import { printMatrix, record } from './matrix.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

const upstreams = ['messages', 'responses', 'chat', 'contents'] as const
type Upstream = (typeof upstreams)[number]

let demo: RunningGateway
let gateway: RunningGateway
let broken: RunningUpstream

beforeAll(async () => {
  demo = await startGateway()
  broken = await startUpstream()
  gateway = await startGateway({
    // The broken upstream fails at every call.
    circuitBreaker: false,
    channels: upstreams.map((format) => ({ name: format, format, baseUrl: broken.url, apiKey: 'sk-broken', models: [`b-${format}`] })),
  })
})
afterAll(() => printMatrix())

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

      cell('inside an HTTP 200', async () => {
        const { document, event } = disguised[upstream]
        broken.answer = (response, { body, url }) => {
          const streams = url.includes('streamGenerateContent') || body.includes('"stream":true')
          response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' }).end(streams ? event : document)
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
