import { beforeAll, describe, expect, test } from 'vitest'
import { png } from './media.ts'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

const upstreams = ['messages', 'responses', 'chat', 'contents'] as const
const clients = ['messages', 'responses', 'contents'] as const
type Client = (typeof clients)[number]

let upstream: RunningUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    channels: upstreams.map((format) => ({
      name: format,
      format,
      baseUrl: upstream.url,
      apiKey: 'sk-up',
      models: [{ name: `m-${format}`, upstream: `up-${format}` }],
    })),
  })
})

const paths: Readonly<Record<(typeof upstreams)[number], string>> = {
  messages: '/v1/messages/count_tokens',
  responses: '/v1/responses/input_tokens',
  chat: '',
  contents: '/v1beta/models/up-contents:countTokens',
}
const counted = {
  messages: '{"input_tokens":42}',
  responses: '{"object":"response.input_tokens","input_tokens":42}',
  chat: '',
  contents: '{"totalTokens":42,"promptTokensDetails":[{"modality":"TEXT","tokenCount":42}]}',
} as const
const keys = { messages: 'input_tokens', responses: 'input_tokens', contents: 'totalTokens' } as const

function count(client: Client, model: string): Promise<Answer> {
  switch (client) {
    case 'messages':
      return post(`${gateway.url}/v1/messages/count_tokens`, {
        model,
        system: 'Be brief',
        messages: [{ role: 'user', content: 'Hello there' }],
      })
    case 'responses':
      return post(`${gateway.url}/v1/responses/input_tokens`, { model, instructions: 'Be brief', input: 'Hello there' })
    case 'contents':
      return post(`${gateway.url}/v1beta/models/${model}:countTokens`, {
        generateContentRequest: {
          model: `models/${model}`,
          systemInstruction: { parts: [{ text: 'Be brief' }] },
          contents: [{ role: 'user', parts: [{ text: 'Hello there' }] }],
        },
      })
  }
}

describe.each(clients)('a count of %s', (client) => {
  test.each(['messages', 'responses', 'contents'] as const)(
    'is the count of an upstream of %s, of the request that it would get',
    async (format) => {
      upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(counted[format])
      const answer = await count(client, `m-${format}`)
      expect([answer.status, answer.headers.get('interlingua-estimated')]).toEqual([200, null])
      expect((answer.json() as Record<string, unknown>)[keys[client]]).toBe(42)
      const seen = upstream.seen.at(-1)
      expect(seen?.url).toBe(paths[format])
      expect(seen?.body.toString()).toMatch(/Be brief.*Hello there|Hello there.*Be brief/s)
      expect(seen?.body.toString()).not.toContain(`m-${format}`)
      expect(JSON.stringify(seen?.headers)).toContain('sk-up')
    },
  )

  test('is an estimate that says so where the upstream speaks chat, or knows no counting', async () => {
    const calls = upstream.seen.length
    const chat = await count(client, 'm-chat')
    expect(upstream.seen).toHaveLength(calls)
    upstream.answer = (response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"none"}}')
    for (const answer of [
      chat,
      ...(await Promise.all(['messages', 'responses', 'contents'].map((format) => count(client, `m-${format}`)))),
    ]) {
      expect([answer.status, answer.headers.get('interlingua-estimated')]).toEqual([200, 'true'])
      expect((answer.json() as Record<string, number>)[keys[client]]).toBeGreaterThan(5)
    }
  })

  test.each(['messages', 'responses', 'contents'] as const)('hears what an upstream of %s says against it', async (format) => {
    upstream.answer = (response) =>
      void response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' })
        .end('{"type":"error","error":{"type":"rate_limit_error","code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}')
    const answer = await count(client, `m-${format}`)
    expect([answer.status, answer.headers.get('retry-after'), answer.text]).toEqual([429, '2', expect.stringContaining('slow')])
  })
})

test('a file that would have to be fetched is not fetched for a count: it is estimated', async () => {
  const calls = upstream.seen.length
  const answer = await post(`${gateway.url}/v1/messages/count_tokens`, {
    model: 'm-contents',
    messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: `${upstream.url}/a.png` } }] }],
  })
  expect([answer.status, answer.headers.get('interlingua-estimated')]).toEqual([200, 'true'])
  expect(upstream.seen).toHaveLength(calls)
})

test('a count in contents alone, without the rest of a request, is one too', async () => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(counted.messages)
  const parts = [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: png } }]
  const answer = await post(`${gateway.url}/v1beta/models/m-messages:countTokens`, { contents: [{ role: 'user', parts }] })
  expect([answer.status, answer.json()]).toMatchObject([200, { totalTokens: 42 }])
  expect(upstream.seen.at(-1)?.body.toString()).toContain(png)
})
