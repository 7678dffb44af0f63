import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { startRecorder, type Recorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Response = OpenAI.Responses.Response

const { kinds } = await openStores()
const recorder: Recorder = await startRecorder()
const foreign = ['demo-messages', 'demo-chat', 'demo-contents', 'stateless-responses'] as const
const all = [...foreign, 'demo-responses'] as const

const weather: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

/** Two ways to ask for a response; for a stream, the result is the last event's, which must equal what the SDK's accumulator makes. */
const ways = {
  'in one document': (client: OpenAI, params: Params): Promise<Response> => client.responses.create(params),
  async streamed(client: OpenAI, params: Params): Promise<Response> {
    let last: Response | undefined
    for await (const event of await client.responses.create({ ...params, stream: true })) {
      if (event.type === 'response.completed' || event.type === 'response.incomplete') last = event.response
    }
    if (last === undefined) throw new Error('the stream has no end')
    return last
  },
} as const

const textOf = ({ output }: Response): string =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content.map((part) => (part.type === 'output_text' ? part.text : '')) : []))
    .join('')

describe.each(kinds)('on $name', ({ create }) => {
  const started = (async () => startGateway({ channels: recorder.channels, ...dropAbsent(await create()) }))()
  const clientOf = async (options = {}): Promise<OpenAI> => openaiClient((await started).url, options)

  describe.each(Object.entries(ways))('%s', (_way, ask) => {
    test.each(all)('%s goes on over three turns by previous_response_id', async (model) => {
      const client = await clientOf()
      const first = await ask(client, { model, input: 'the first word is amber', instructions: 'instruction of turn one' })
      expect(first).toMatchObject({ object: 'response', status: 'completed', store: true, previous_response_id: null })
      expect(first.id).toMatch(/^resp_/)
      const second = await ask(client, { model, input: 'the second word is basil', previous_response_id: first.id })
      expect(second).toMatchObject({ status: 'completed', store: true, previous_response_id: first.id, instructions: null })
      const third = await ask(client, {
        model,
        input: [{ role: 'user', content: 'the third word is cedar' }],
        previous_response_id: second.id,
      })
      expect(third.previous_response_id).toBe(second.id)
      expect(new Set([first.id, second.id, third.id]).size).toBe(3)
      const told = JSON.stringify(recorder.seen.at(-1)?.body)
      if (model === 'demo-responses') return expect(told).toContain(second.id)
      for (const text of ['amber', 'basil', 'cedar', textOf(first), textOf(second)])
        expect(told).toContain(JSON.stringify(text).slice(1, -1))
      expect(told.indexOf('amber')).toBeLessThan(told.indexOf('basil'))
      expect(told.indexOf('basil')).toBeLessThan(told.lastIndexOf('cedar'))
      // The text of the instruction occurs once, where the answer quotes it.
      expect(told.split('instruction of turn one').length - 1).toBe(1)
      expect(told).not.toContain('previous_response_id')
    })

    test.each(all)('%s: a tool loop in which only outputs are sent, with reasoning between', async (model) => {
      const client = await clientOf()
      const params: Params = { model, tools: [weather], reasoning: { effort: 'medium', summary: 'auto' } }
      const first = await ask(client, { ...params, input: 'use get_weather city=Oslo, then call get_weather city=Rome' })
      const call = first.output.find((item) => item.type === 'function_call')
      if (call === undefined) throw new Error('nothing was called')
      const second = await ask(client, {
        ...params,
        input: [{ type: 'function_call_output', call_id: call.call_id, output: '12 degrees' }],
        previous_response_id: first.id,
      })
      const next = second.output.find((item) => item.type === 'function_call')
      if (next === undefined) throw new Error('nothing was called the second time')
      const third = await ask(client, {
        ...params,
        input: [{ type: 'function_call_output', call_id: next.call_id, output: '25 degrees' }],
        previous_response_id: second.id,
      })
      expect(textOf(third)).toContain('25 degrees')
    })
  })

  test.each(foreign)('%s: an answer is streamed once more', async (model) => {
    const client = await clientOf()
    const params: Params = { model, tools: [weather], input: 'use get_weather city=Oslo', reasoning: { effort: 'medium', summary: 'auto' } }
    const answer = await client.responses.create(params)
    const numbers: number[] = []
    let last: Response | undefined
    for await (const event of await client.responses.retrieve(answer.id, { stream: true })) {
      numbers.push(event.sequence_number)
      if (event.type === 'response.completed') last = event.response
    }
    expect(numbers).toEqual([...numbers.keys()])
    const kept = await client.responses.retrieve(answer.id)
    expect(last).toEqual({ ...kept, output_text: undefined })
    const rest: number[] = []
    for await (const event of await client.responses.retrieve(answer.id, { stream: true, starting_after: 3 }))
      rest.push(event.sequence_number)
    expect(rest).toEqual(numbers.slice(4))
  })

  test.each(all)('%s: an answer is there to be retrieved, its input listed, and deleted', async (model) => {
    const client = await clientOf()
    const first = await client.responses.create({ model, input: 'hello' })
    const second = await client.responses.create({ model, input: 'hello again', previous_response_id: first.id })
    const { output_text: _, ...expected } = second
    expect(await client.responses.retrieve(second.id)).toMatchObject(expected)
    const listed: OpenAI.Responses.ResponseItem[] = []
    for await (const item of client.responses.inputItems.list(second.id, { order: 'asc', limit: 1 })) listed.push(item)
    expect(listed.map((item) => (item.type === 'message' ? item.role : item.type))).toEqual(['user', 'assistant', 'user'])
    expect(new Set(listed.map(({ id }) => id)).size).toBe(3)
    await client.responses.delete(second.id)
    expect(await statusOf(client.responses.retrieve(second.id))).toMatchObject({ status: 404 })
    expect(await statusOf(client.responses.create({ model, input: 'x', previous_response_id: second.id }))).toMatchObject({
      param: 'previous_response_id',
    })
    // Responses that came before the refused one are still there.
    expect((await client.responses.retrieve(first.id)).id).toBe(first.id)
  })
})
