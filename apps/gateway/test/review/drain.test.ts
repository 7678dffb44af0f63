import { expect, test } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { ask, formats } from '../channels/ask.ts'
import { openaiClient } from '../sdk-clients.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'

test('a gateway that ends answers those who wait for a place, for a second try, for an upstream, and ends what runs in the background', async () => {
  const mute = await startUpstream()
  mute.answer = () => {}
  const busy = await startUpstream()
  busy.answer = (response) =>
    void response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '20' }).end('{"error":{"message":"busy"}}')
  const line = { format: 'chat', concurrency: { limit: 1, queue: 20, queueTimeout: 60 } } as const
  const gateway = createGateway({
    channels: [
      { name: 'mute', ...line, baseUrl: mute.url, models: ['mute'] },
      { name: 'busy', ...line, baseUrl: busy.url, models: ['busy'] },
    ],
    port: 0,
    apiKey: 'any',
    retry: { attempts: 5, maxRetryAfter: 60, deadline: 100 },
  })
  const { url } = await gateway.listen()
  const { id } = await openaiClient(url).responses.create({ model: 'mute', input: 'x', background: true })
  await waitFor(() => mute.seen.length === 1)
  const waiting = ['mute', 'busy'].flatMap((model) =>
    formats.flatMap((format) =>
      [false, true].map((stream) => ask(url, format, model, stream).then(({ status, text }) => ({ format, status, text }))),
    ),
  )
  await waitFor(() => busy.seen.length === 8)
  const before = performance.now()
  await gateway.close(300)
  const took = performance.now() - before
  expect(took).toBeGreaterThan(290)
  // The clients would wait for twenty seconds.
  expect(took).toBeLessThan(15_000)
  for (const { format, status, text } of await Promise.all(waiting)) {
    expect([format, status]).toEqual([format, 503])
    expect(text).toContain('shut down')
  }
  expect(id).toMatch(/^resp_/)
  expect(mute.seen).toHaveLength(1)
})
