import { beforeAll, describe, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

const formats = ['messages', 'responses', 'chat', 'contents'] as const
type Format = (typeof formats)[number]

let demo: RunningGateway
let gateway: RunningGateway
let upstream: RunningUpstream
beforeAll(async () => {
  demo = await startGateway()
  upstream = await startUpstream()
  gateway = await startGateway({
    circuitBreaker: false,
    channels: formats.map((format) => ({
      name: format,
      format,
      baseUrl: upstream.url,
      apiKey: 'sk-gateways-own',
      models: [`m-${format}`],
    })),
  })
})

function ask(url: string, format: Format, model: string, text: string, stream: boolean): Promise<Answer> {
  switch (format) {
    case 'messages':
      return post(`${url}/v1/messages`, { model, max_tokens: 100, stream, messages: [{ role: 'user', content: text }] })
    case 'responses':
      return post(`${url}/v1/responses`, { model, stream, input: text })
    case 'chat':
      return post(`${url}/v1/chat/completions`, { model, stream, messages: [{ role: 'user', content: text }] })
    case 'contents':
      return post(`${url}/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`, {
        contents: [{ role: 'user', parts: [{ text }] }],
      })
  }
}

describe.each(formats.flatMap((client) => formats.map((to) => [client, to] as const)))('%s to %s', (client, to) => {
  test('client 1.10: the status of an error, and the time to wait, are what retry policies go by', async () => {
    for (const stream of [false, true]) {
      const limited = await ask(demo.url, client, `demo-${to}`, 'Hello [demo:rate-limit retry-after=2]', stream)
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
      if (client === 'contents') expect(limited.text).toContain('"retryDelay":"2s"')
      for (const status of [400, 404, 409, 500, 503]) {
        const failed = await ask(demo.url, client, `demo-${to}`, `Hello [demo:status ${status}]`, stream)
        // The format messages has a status of its own for an overload; bytes that pass keep the upstream's.
        expect([status, failed.status]).toEqual([status, status === 503 && client === 'messages' && to !== client ? 529 : status])
        expect(failed.json()).toMatchObject({ error: { message: expect.stringMatching(/./) as unknown } })
      }
    }
  })

  test("an upstream that refuses the gateway's own key is nothing to ask for again, and the key is told to nobody", async () => {
    for (const status of [401, 402, 403]) {
      const text = 'the key sk-gateways-own is wrong'
      const body = { type: 'error', error: { type: 'authentication_error', code: status, message: text, status: 'UNAUTHENTICATED' } }
      upstream.answer = (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      for (const stream of [false, true]) {
        const answer = await ask(gateway.url, client, `m-${to}`, 'Hello', stream)
        expect([answer.status, answer.text]).toEqual([400, expect.not.stringContaining('sk-gateways-own')])
        expect([answer.headers.get('x-should-retry'), answer.text]).toEqual(['false', expect.stringContaining('operator must')])
      }
    }
  })

  test('an upstream that is not there, or answers with something else, is a bad gateway in the dialect', async () => {
    for (const [type, text] of [
      ['text/html', '<html>'],
      ['application/json', '[]'],
      ['application/json', '{"hello":"world"}'],
      ['application/json', ''],
    ] as const) {
      upstream.answer = (response) => void response.writeHead(200, { 'content-type': type }).end(text)
      const answer = await ask(gateway.url, client, `m-${to}`, 'Hello', false)
      expect([text, answer.status, answer.json()]).toMatchObject([text, 502, { error: { message: expect.stringMatching(/./) as unknown } }])
    }
  })
})
