import { expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'
import { startUpstream } from './start-upstream.ts'

interface Event {
  readonly type: string
  readonly message?: { readonly usage: { readonly input_tokens: number } }
  readonly usage?: { readonly input_tokens?: number }
}

const question = 'Tell me all about the lighthouse that stands at the end of the pier. '.repeat(40)

// Clients such as AutoGen's read the input tokens at the start of the stream alone.
test.each(['messages', 'responses', 'chat', 'contents'])(
  'a messages stream of a %s upstream begins with about the tokens of its input',
  async (format) => {
    const gateway = await startGateway()
    const body = { model: `demo-${format}`, max_tokens: 99, stream: true, messages: [{ role: 'user', content: question }] }
    const { text } = await post(`${gateway.url}/v1/messages`, body)
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Event) // the stream is in the format messages
    const first = events.find(({ type }) => type === 'message_start')?.message?.usage.input_tokens ?? 0
    const last = events.find(({ type }) => type === 'message_delta')?.usage?.input_tokens ?? first
    expect(last).toBeGreaterThan(100)
    expect(first / last).toBeGreaterThan(0.5)
    expect(first / last).toBeLessThan(2)
  },
)

test('P9b: where the upstream counts nothing, a document says about the tokens of its input, and that they are a guess', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"well"},"finish_reason":"stop"}]}',
      )
  const gateway = await startGateway({ channels: [{ name: 'c', format: 'chat', baseUrl: upstream.url, apiKey: 'k', models: ['m'] }] })
  const answer = await post(`${gateway.url}/v1/messages`, { model: 'm', max_tokens: 99, messages: [{ role: 'user', content: question }] })
  const { usage } = answer.json() as { usage: { input_tokens: number } } // an answer of this format
  expect(usage.input_tokens).toBeGreaterThan(300)
  expect(usage.input_tokens).toBeLessThan(1500)
  expect(answer.headers.get('interlingua-notices')).toContain('messages/usage')
})
