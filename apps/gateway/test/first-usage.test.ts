import { expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'

interface Event {
  readonly type: string
  readonly message?: { readonly usage: { readonly input_tokens: number } }
  readonly usage?: { readonly input_tokens?: number }
}

const question = 'Tell me all about the lighthouse that stands at the end of the pier. '.repeat(40)

// Clients such as AutoGen's read it at the start alone.
test.each(['messages', 'responses', 'chat', 'contents'])(
  'a messages stream of a %s upstream begins with about the tokens of its input',
  async (format) => {
    const gateway = await startGateway()
    const body = { model: `demo-${format}`, max_tokens: 99, stream: true, messages: [{ role: 'user', content: question }] }
    const { text } = await post(`${gateway.url}/v1/messages`, body)
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Event) // of this format
    const first = events.find(({ type }) => type === 'message_start')?.message?.usage.input_tokens ?? 0
    const last = events.find(({ type }) => type === 'message_delta')?.usage?.input_tokens ?? first
    expect(last).toBeGreaterThan(100)
    expect(first / last).toBeGreaterThan(0.5)
    expect(first / last).toBeLessThan(2)
  },
)
