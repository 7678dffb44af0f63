import OpenAI from 'openai'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { startGateway } from '../start-gateway.ts'

const provider = await startScriptedProvider()
atEnd(() => provider.close())
const channel = { format: 'messages', baseUrl: provider.url, apiKey: 'scripted', models: [] } as const
const gateway = await startGateway({
  channels: [
    { ...channel, name: 'auto', models: [{ name: 'with-marks', upstream: 'claude-sonnet-4-5' }] },
    { ...channel, name: 'client', models: [{ name: 'without-marks', upstream: 'claude-sonnet-4-5' }], cache: 'client' },
  ],
})
const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })

const handbook = 'Every paragraph of the handbook says something that nobody reads twice. '.repeat(150)
const rounds = 12

/** Share of the input that came from the cache, for each request of a session that grows by two messages each time. */
async function chatSession(model: string): Promise<readonly number[]> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: `${model}: ${handbook}` }]
  const shares: number[] = []
  for (let round = 0; round < rounds; round++) {
    messages.push({ role: 'user', content: `Question ${round}: what does it say of the number ${round}?` })
    const answer = await client.chat.completions.create({ model, messages, tools: [{ type: 'function', function: { name: 'look' } }] })
    const { prompt_tokens: all = 1, prompt_tokens_details: details } = answer.usage ?? {}
    shares.push((details?.cached_tokens ?? 0) / all)
    messages.push({ role: 'assistant', content: answer.choices[0]?.message.content ?? 'Well.' })
  }
  return shares
}

async function responsesSession(model: string): Promise<readonly number[]> {
  const input: OpenAI.Responses.ResponseInputItem[] = []
  const shares: number[] = []
  for (let round = 0; round < rounds; round++) {
    input.push({ role: 'user', content: `Question ${round}: what does it say of the number ${round}?` })
    const answer = await client.responses.create({
      model,
      input,
      instructions: `r ${model}: ${handbook}`,
      tools: [{ type: 'function', name: 'look', parameters: {}, strict: false }],
    })
    shares.push((answer.usage?.input_tokens_details.cached_tokens ?? 0) / (answer.usage?.input_tokens ?? 1))
    input.push({ role: 'assistant', content: answer.output_text })
  }
  return shares
}

test.each([
  ['Chat Completions', chatSession],
  ['Responses', responsesSession],
])('a session of a client of %s on Claude reads from the cache what it said before', async (_, session) => {
  const [marked, unmarked] = [await session('with-marks'), await session('without-marks')]
  expect(marked[0]).toBe(0)
  for (const share of marked.slice(1)) expect(share).toBeGreaterThan(0.9)
  expect(unmarked.every((share) => share === 0)).toBe(true)
})
