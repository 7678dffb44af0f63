import OpenAI, { AzureOpenAI } from 'openai'
import { describe, expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

const { url } = await startGateway({ demo: true })
const messages = [{ role: 'user' as const, content: 'Hello there' }]

describe('Azure OpenAI', () => {
  const azure = (deployment?: string): AzureOpenAI =>
    new AzureOpenAI({
      endpoint: url,
      apiKey: 'any',
      apiVersion: '2024-10-21',
      maxRetries: 0,
      ...(deployment !== undefined && { deployment }),
    })

  test.each(['demo-chat', 'demo-messages'])('its client reaches %s by the classic path, whole and streamed', async (model) => {
    const whole = await azure().chat.completions.create({ model, messages })
    expect(whole.choices[0]?.message.content).toContain('Hello there')
    const streamed = await azure().chat.completions.stream({ model, messages }).finalChatCompletion()
    expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content)
  })

  test('its client reaches the other endpoints by their classic paths', async () => {
    const response = await azure().responses.create({ model: 'demo-contents', input: 'Hello there' })
    expect(response.output_text).toContain('Hello there')
    const { data } = await azure().embeddings.create({ model: 'demo-embeddings', input: 'Hello' })
    expect(data).toHaveLength(1)
  })

  test.each(['demo-chat', 'demo-messages'])('the deployment %s in the path is the model, whatever the body says', async (deployment) => {
    for (const model of ['gpt-4o', deployment]) {
      const { choices, model: named } = await azure(deployment).chat.completions.create({ model, messages })
      expect(choices[0]?.message.content).toContain('Hello there')
      expect(named).toBe(deployment)
    }
    const post = async (body: object): Promise<Response> =>
      fetch(`${url}/openai/deployments/${deployment}/chat/completions?api-version=2024-10-21`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'api-key': 'any' },
        body: JSON.stringify(body),
      })
    expect((await post({ messages })).status).toBe(200)
  })

  test('a deployment that nobody has is told like a model', async () => {
    const failed = azure('deployment-1').chat.completions.create({ model: 'demo-chat', messages })
    await expect(failed).rejects.toMatchObject({ status: 404, message: expect.stringContaining('deployment-1') as unknown })
  })

  test('clients of its v1 paths are served with the key in their header', async () => {
    const answer = await fetch(`${url}/openai/v1/chat/completions?api-version=preview`, {
      method: 'POST',
      headers: { 'api-key': 'any', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo-chat', messages }),
    })
    expect(answer.status).toBe(200)
    const openai = new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: 'any', maxRetries: 0 })
    expect((await openai.responses.create({ model: 'demo-chat', input: 'Hello there' })).output_text).toContain('Hello there')
  })

  test('without a key, or with a wrong one, they get 401', async () => {
    const post = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${url}/openai/deployments/demo-chat/chat/completions?api-version=2024-10-21`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'demo-chat', messages }),
      })
    expect((await post({})).status).toBe(401)
    expect((await post({ 'api-key': 'wrong' })).status).toBe(401)
  })
})

test('a channel of Azure gets its key in the header that Azure reads, and its query with each call', async () => {
  const { url: front } = await startGateway({
    channels: [
      {
        name: 'azure',
        format: 'chat',
        baseUrl: `${url}/openai/v1?api-version=preview`,
        headers: { 'api-key': 'any' },
        dialect: 'azure',
        models: [{ name: 'gpt', upstream: 'demo-chat' }],
      },
    ],
  })
  const openai = new OpenAI({ baseURL: `${front}/v1`, apiKey: 'any', maxRetries: 0 })
  const { choices } = await openai.chat.completions.create({ model: 'gpt', messages })
  expect(choices[0]?.message.content).toContain('Hello there')
})
