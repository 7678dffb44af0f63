import { expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { ask, formats } from '../channels/ask.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

const odd = ['a\r\nset-cookie: planted=1', 'é✓', '']

test.each(formats)(
  '%s upstream: whatever stands in its errors, each client gets an answer',
  async (format) => {
    const upstream = await startUpstream()
    const line: ChannelConfig = { name: 'odd', format, baseUrl: upstream.url, models: ['odd'], circuitBreaker: false }
    const { url, log } = await startGateway({ channels: [line], retry: { attempts: 1 } })
    for (const coding of ['identity', 'gzip'])
      for (const value of odd) {
        const error = {
          type: value,
          code: value,
          status: value,
          message: value,
          param: value,
          details: [value, { '@type': value }],
          request_id: value,
        }
        for (const body of [{ type: 'error', error, request_id: value }, { error: value }, { error: [error] }, [{ error }], value])
          for (const status of [400, 429]) {
            upstream.answer = (response) => {
              const bytes = Buffer.from(JSON.stringify(body))
              response
                .writeHead(status, { 'content-type': 'application/json', 'content-encoding': coding, 'request-id': 'é\u00ff' })
                .end(coding === 'gzip' ? gzipSync(bytes) : bytes)
            }
            for (const client of formats)
              for (const stream of coding === 'gzip' ? [false] : [true]) {
                const answer = await Promise.race([
                  ask(url, client, 'odd', stream),
                  new Promise<undefined>((done) => setTimeout(done, 20_000)),
                ])
                const what = `${client} ${status} ${coding} ${JSON.stringify(body).slice(0, 80)}`
                expect(answer?.status, what).toBeGreaterThanOrEqual(400)
                expect(answer?.headers.get('set-cookie'), what).toBeNull()
              }
          }
      }
    expect(log().filter(({ event }) => event === 'request-failed')).toEqual([])
  },
  60_000,
)

test.each(formats)('%s upstream: no name of a model makes a call fail that was never made', async (format) => {
  const upstream = await startUpstream()
  upstream.answer = (response) =>
    void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such model"}}')
  const line: ChannelConfig = { name: 'any', format, baseUrl: upstream.url, models: ['*'], circuitBreaker: { failures: 2 } }
  const { url, log } = await startGateway({ channels: [line], retry: { attempts: 1 } })
  const names = [
    'a b',
    'é✓',
    '../../files',
    'a?key=x',
    'a#b',
    'a\u0000b',
    'a\r\nb: c',
    '%2e%2e/%2e%2e',
    '\ud800',
    '🙂',
    '.',
    '..',
    'constructor',
    '__proto__',
  ]
  for (const client of formats.filter((each) => each !== 'contents'))
    for (const name of names) {
      const { status } = await ask(url, client, name, false)
      expect([404, 400], `${client} ${JSON.stringify(name)} ${status}`).toContain(status)
    }
  expect(log().filter(({ event }) => event !== undefined && event !== 'start')).toEqual([])
  for (const { url: asked } of upstream.seen)
    expect(asked).toMatch(/^\/v1(beta)?\/(messages|responses|chat\/completions|models\/[^/?#]+:generateContent)$/)
})
