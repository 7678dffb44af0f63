import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { ask } from './ask.ts'

const document =
  '{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"well"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}'

/** Refuses each `once …` once, each `never …` always, with the time that its text ends in. */
function limit(upstream: RunningUpstream): Map<string, number> {
  const calls = new Map<string, number>()
  upstream.answer = (response, { body }) => {
    const text = /(?:once|never)-\d+ [\d.]+/.exec(body.toString())?.[0] ?? ''
    const count = (calls.get(text) ?? 0) + 1
    calls.set(text, count)
    if (count > 1 && text.startsWith('once')) response.writeHead(200, { 'content-type': 'application/json' }).end(document)
    else
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': text.split(' ')[1] })
        .end('{"error":{"message":"slow down","type":"rate_limit_error","code":null}}')
  }
  return calls
}

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

test.each([
  ['with a circuit', {}],
  ['without a circuit', { circuitBreaker: false as const }],
])(
  'twenty requests that are refused once are each served in their own time, whatever others meet meanwhile: %s',
  async (_, config) => {
    const upstream = await startUpstream()
    const calls = limit(upstream)
    const gateway = await startGateway({ channels: [{ name: 'a', format: 'chat', baseUrl: upstream.url, models: ['m'] }], ...config })
    let running = true
    const others: Promise<unknown>[] = []
    const disturbing = (async () => {
      for (let count = 0; running; count++) {
        others.push(ask(gateway.url, 'chat', 'm', false, `never-${count} 1`))
        await pause(100)
      }
    })()
    await pause(150)
    const rows = await Promise.all(
      Array.from({ length: 20 }, async (_none, index) => {
        await pause(index * 25)
        const seconds = index % 2 === 0 ? 1 : 0.5
        const began = performance.now()
        const { status } = await Promise.race([
          ask(gateway.url, 'chat', 'm', false, `once-${index} ${seconds}`),
          pause(8_000).then(() => ({ status: 0 })),
        ])
        return { request: index, 'retry-after': seconds, status, seconds: Number(((performance.now() - began) / 1000).toFixed(2)) }
      }),
    )
    running = false
    await disturbing
    console.table(rows)
    expect(rows.filter(({ status }) => status !== 200)).toEqual([])
    expect(rows.filter((row) => row.seconds < row['retry-after'] - 0.01 || row.seconds > row['retry-after'] + 5)).toEqual([])
    expect(rows.map((row) => calls.get(`once-${row.request} ${row['retry-after']}`))).toEqual(rows.map(() => 2))
    await Promise.all(others)
    // No request makes more calls than its attempts allow, however long it waited.
    expect(Math.max(...calls.values())).toBe(3)
  },
  40_000,
)
