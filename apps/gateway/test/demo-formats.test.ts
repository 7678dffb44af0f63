import { beforeAll, describe, expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

const content = 'Say hello.'
const asks = {
  '/v1/messages': (model: string) => ({ model, max_tokens: 500, messages: [{ role: 'user', content }] }),
  '/v1/chat/completions': (model: string) => ({ model, messages: [{ role: 'user', content }] }),
  '/v1/responses': (model: string) => ({ model, input: content }),
  '/v1beta/interactions': (model: string) => ({ model, input: content, store: false }),
} as const

describe.each(['demo-interactions', 'demo-converse'])('the demo model %s', (model) => {
  test.each(Object.entries(asks))('answers %s, whole and streamed', async (path, bodyOf) => {
    const whole = await post(`${gateway.url}${path}`, bodyOf(model))
    expect(whole.status, whole.text).toBe(200)
    const { text } = await post(`${gateway.url}${path}`, { ...bodyOf(model), stream: true })
    expect(text).toMatch(/event: message_stop|\[DONE\]|response\.completed|interaction\.completed/)
    expect(text).not.toMatch(/event: error|response\.failed/)
  })

  test('answers a client of Converse', async () => {
    const answer = await post(`${gateway.url}/model/${model}/converse`, { messages: [{ role: 'user', content: [{ text: content }] }] })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('"stopReason":"end_turn"')
  })
})
