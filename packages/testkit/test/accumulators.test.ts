import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { accumulateContentsStream } from '../src/accumulate-contents-stream.ts'
import { accumulateResponsesStream } from '../src/accumulate-responses-stream.ts'

const answering = (text: string) => () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } }))

test('a Responses stream stands for what OpenAI\u2019s own client folds from it', async () => {
  const head = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'demo',
    output: [],
    error: null,
    incomplete_details: null,
    tools: [],
  }
  const call = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'f', arguments: '{"a":1}' }
  const place = { item_id: 'fc_1', output_index: 0 }
  const events = [
    { type: 'response.created', response: { ...head, status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: { ...call, status: 'in_progress', arguments: '' } },
    { type: 'response.function_call_arguments.delta', ...place, delta: '{"a":' },
    { type: 'response.function_call_arguments.delta', ...place, delta: '1}' },
    { type: 'response.function_call_arguments.done', ...place, name: 'f', arguments: '{"a":1}' },
    { type: 'response.output_item.done', output_index: 0, item: call },
    { type: 'response.completed', response: { ...head, status: 'completed', output: [call] } },
  ]
  const text = events.map((event, n) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: n })}\n\n`).join('')
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: answering(text) })
  const folded = await client.responses.stream({ model: 'demo', input: 'hello' }).finalResponse()
  expect(JSON.parse(JSON.stringify(folded))).toMatchObject(accumulateResponsesStream(text) as object) // an answer is an object
})

test('a native stream stands for what Google\u2019s own client keeps of it', async () => {
  const frames = [
    { candidates: [{ content: { role: 'model', parts: [{ text: 'Hm.', thought: true }] }, index: 0 }] },
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' }] },
          index: 0,
        },
      ],
    },
    { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }] },
  ]
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: answering(text) } })
  const chat = client.chats.create({ model: 'demo' })
  for await (const _ of await chat.sendMessageStream({ message: 'hello' })) continue
  const kept = chat.getHistory().flatMap(({ role, parts }) => (role === 'model' ? (parts ?? []) : []))
  const { candidates } = accumulateContentsStream(text) as {
    readonly candidates: readonly { readonly content: { readonly parts: unknown } }[]
  } // by the wire's shape
  expect(candidates[0]?.content.parts).toEqual(
    kept.filter(({ text: said, thoughtSignature }) => said !== '' || thoughtSignature !== undefined),
  )
})
