import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { ask, formats, type ClientFormat } from './ask.ts'

const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const part = (text: string, rest = {}): string =>
  `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...rest }] })}\n\n`

/** Beginnings of streams, and chunks that make whole answers of them without an end event. */
const begun = { chat: chunk({ role: 'assistant', content: 'well' }, null), contents: part('well') } as const
const whole = { chat: begun.chat + chunk({}, 'stop'), contents: begun.contents + part('', { finishReason: 'STOP' }) } as const
const failed = /"error":\{|"type":"error"|response\.failed/

/** Shows `text`, then holds the connection: in silence, or with bytes every 100 ms that are no event. */
function hold(text: string, bytes = ''): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
    if (bytes === '') return
    const timer = setInterval(() => response.write(bytes), 100)
    response.on('close', () => clearInterval(timer))
  }
}

async function start(timeouts: object, keepAlive = 0.2): Promise<{ readonly upstream: RunningUpstream; readonly gateway: RunningGateway }> {
  const upstream = await startUpstream()
  const gateway = await startGateway({
    keepAlive,
    circuitBreaker: false,
    retry: { attempts: 1 },
    channels: formats.map((format) => ({ name: format, format, baseUrl: upstream.url, models: [format], timeouts })),
  })
  return { upstream, gateway }
}

async function timed<Result>(work: Promise<Result>): Promise<readonly [Result, number]> {
  const began = performance.now()
  const result = await work
  return [result, performance.now() - began]
}

const targets = ['chat', 'contents'] as const
/** Comments, and bytes of a line that never ends. */
const bytes = ['', ': still here\n\n', ':'] as const

describe(
  'an answer that is whole ends well after a short time, however its upstream holds the connection',
  { concurrent: true, timeout: 40_000 },
  () => {
    for (const target of targets)
      for (const client of formats)
        for (const more of bytes)
          test(`${client} onto ${target}, ${JSON.stringify(more)}`, async () => {
            const { upstream, gateway } = await start({ idle: 30 })
            upstream.answer = hold(whole[target], more)
            const [{ status, text }, millis] = await timed(ask(gateway.url, client, target, true))
            expect([status, text]).toEqual([200, expect.not.stringMatching(failed)])
            expect(text).toContain('well')
            expect(millis).toBeGreaterThan(4_000)
            expect(millis).toBeLessThan(15_000)
            // The connection is not left behind.
            await waitFor(() => upstream.seen.at(-1)?.left === true)
          })

    for (const target of targets)
      test(`${target}, where the idle time is shorter, and nothing looks in between`, async () => {
        const { upstream, gateway } = await start({ idle: 1 }, 0)
        upstream.answer = hold(whole[target])
        for (const client of formats) {
          const { status, text } = await ask(gateway.url, client, target, true)
          expect([status, text]).toEqual([200, expect.not.stringMatching(failed)])
        }
      })

    test('contents as one array', async () => {
      const { upstream, gateway } = await start({ idle: 30 })
      upstream.answer = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write(`[${whole.contents.replaceAll('data: ', '').trim().replace('\n\n', ',')}`)
      }
      const response = await fetch(`${gateway.url}/v1beta/models/contents:streamGenerateContent`, {
        method: 'POST',
        headers: { 'x-goog-api-key': 'any' },
        body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }),
      })
      expect(JSON.parse(await response.text())).toMatchObject([{ candidates: [{ index: 0 }] }, { candidates: [{ finishReason: 'STOP' }] }])
    })
  },
)

describe('an answer that is not whole fails at the end of its time', { concurrent: true, timeout: 40_000 }, () => {
  for (const target of targets)
    for (const client of formats)
      for (const more of [': still here\n\n', ':'])
        test(`${client} onto ${target}, ${JSON.stringify(more)}`, async () => {
          const { upstream, gateway } = await start({ idle: 1, total: 2 })
          upstream.answer = hold(begun[target], more)
          const [{ text }, millis] = await timed(ask(gateway.url, client, target, true))
          expect(text).toMatch(failed)
          expect(text).toContain('too long')
          expect(millis).toBeGreaterThan(1_900)
          expect(millis).toBeLessThan(8_000)
          await waitFor(() => upstream.seen.at(-1)?.left === true)
        })

  test('a document that comes in drops, and an error', async () => {
    const { upstream, gateway } = await start({ idle: 1, total: 1.5 })
    for (const status of [200, 400]) {
      upstream.answer = (response) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      }
      for (const client of formats) {
        const [answer, millis] = await timed(ask(gateway.url, client, 'chat', false))
        expect([answer.status, answer.json()]).toMatchObject([504, { error: { message: expect.stringContaining('too long') as string } }])
        expect(millis).toBeLessThan(6_000)
      }
    }
  })

  test('an answer of which nothing more comes, where silence is given longer than the whole', async () => {
    const { upstream, gateway } = await start({ idle: 30, total: 1 })
    upstream.answer = hold(begun.chat)
    const [{ text }, millis] = await timed(ask(gateway.url, 'chat', 'chat', true))
    expect(text).toMatch(failed)
    expect(millis).toBeLessThan(8_000)
  })

  test('no total time is none', async () => {
    const { upstream, gateway } = await start({ idle: 1, total: 0 })
    upstream.answer = (response) => {
      hold(begun.chat, ':\n\n')(response)
      setTimeout(() => response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`), 2_500)
    }
    expect((await ask(gateway.url, 'chat', 'chat', true)).text).toContain('[DONE]')
  })
})

test('an answer whose every piece says that it ends goes on as long as pieces come', async () => {
  const { upstream, gateway } = await start({ idle: 30 })
  const pieces = Array.from({ length: 6 }, (_, index) => part(`piece-${index}`, { finishReason: 'STOP' }))
  upstream.answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      response.write(piece)
      await new Promise((done) => setTimeout(done, 1_500))
    }
    response.end()
  }
  const clients: readonly ClientFormat[] = ['contents', 'chat']
  for (const { text } of await Promise.all(clients.map((client) => ask(gateway.url, client, 'contents', true))))
    expect(text).toContain('piece-5')
})
