import { ApiError, FunctionCallingConfigMode } from '@google/genai'
import type { GenerateContentResponse } from '@google/genai'
import type { Failure, GenerateResponse, Part, StreamEvent } from '@interlingua/core'
import { unfoldResponse } from '@interlingua/core'
import { wrapBundle } from '@interlingua/core/adapter'
import { createTestContext, readStream, writeStream } from '@interlingua/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { contents } from '../src/index.ts'
import { richAnswer, richStream } from './samples.ts'
import { serve } from './serve.ts'
import type { Answer, Served } from './serve.ts'

const { context } = createTestContext()
let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

const model = 'gemini-3-flash'
const sse = (body: string): Answer => ({ headers: { 'content-type': 'text/event-stream' }, body })
const json = (body: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const seal = { format: 'messages', model: 'claude-opus-5', data: 'c2ln' }
const parts: readonly Part[] = [
  { type: 'reasoning', segments: [{ type: 'full', text: 'Let me see.' }], seal },
  { type: 'text', text: 'I look it up. ' },
  { type: 'tool-call', callId: 'toolu_1', name: 'look', kind: 'function', arguments: '{"q":"a"}' },
  { type: 'tool-call', callId: 'toolu_2', name: 'look', kind: 'function', arguments: '' },
]
const carrier = wrapBundle([{ thought: { segments: [{ type: 'full', text: 'Let me see.' }], seal }, first: true, shown: true }])
const foreign: GenerateResponse = {
  id: 'msg_1',
  model: 'claude-opus-5',
  status: 'completed',
  candidates: [{ index: 0, parts, finish: { unified: 'tool-calls', raw: { format: 'messages', value: 'tool_use' } } }],
  usage: { input: { total: 30, fresh: 20, cacheRead: 10 }, output: { total: 12, reasoning: 4 } },
}

async function chunksOf(text: string): Promise<GenerateContentResponse[]> {
  served = await serve(() => sse(text))
  const chunks: GenerateContentResponse[] = []
  for await (const chunk of await served.client.models.generateContentStream({ model, contents: 'hi' })) chunks.push(chunk)
  return chunks
}

const written = (response: GenerateResponse): string => writeStream(contents, unfoldResponse(response), context)

describe('the SDK reads what is written', () => {
  test('a document of another format: text, calls with ids, usage', async () => {
    served = await serve(() => json(contents.encodeResponse(foreign, context).body))
    const answer = await served.client.models.generateContent({ model, contents: 'hi' })
    expect(answer.functionCalls).toEqual([
      { id: 'toolu_1', name: 'look', args: { q: 'a' } },
      { id: 'toolu_2', name: 'look', args: {} },
    ])
    expect(answer.candidates?.[0]?.content?.parts?.[0]).toEqual({ text: 'Let me see.', thought: true })
    expect(answer.candidates?.[0]?.content?.parts?.[2]?.thoughtSignature).toBe(carrier)
    expect(answer.candidates?.[0]).toMatchObject({ finishReason: 'STOP', index: 0, content: { role: 'model' } })
    expect(answer.usageMetadata).toEqual({
      promptTokenCount: 30,
      cachedContentTokenCount: 10,
      candidatesTokenCount: 8,
      thoughtsTokenCount: 4,
      totalTokenCount: 42,
    })
    expect(answer).toMatchObject({ responseId: 'msg_1', modelVersion: 'claude-opus-5' })
  })

  test('a stream of another format: thoughts, text as it comes, whole calls, of which the first carries the seal', async () => {
    const chunks = await chunksOf(written(foreign))
    const seen = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? [])
    expect(seen).toEqual([
      { text: 'Let me see.', thought: true },
      { text: 'I look it up. ' },
      { functionCall: { id: 'toolu_1', name: 'look', args: { q: 'a' } }, thoughtSignature: carrier },
      { functionCall: { id: 'toolu_2', name: 'look', args: {} }, thoughtSignature: wrapBundle([]) },
      { text: '' },
    ])
    expect(chunks.map((chunk) => chunk.candidates?.[0]?.finishReason)).toEqual([...chunks.slice(1).map(() => undefined), 'STOP'])
    expect(chunks.at(-1)?.usageMetadata?.totalTokenCount).toBe(42)
    expect(chunks.every(({ responseId, modelVersion }) => responseId === 'msg_1' && modelVersion === 'claude-opus-5')).toBe(true)
  })

  test('client 1.2: nothing but data lines with a space, whatever keeps the source alive', () => {
    const events: StreamEvent[] = [
      { type: 'keep-alive' },
      ...unfoldResponse(foreign).flatMap((event) => [event, { type: 'keep-alive' } as const]),
    ]
    const last = events.pop()
    const text = writeStream(contents, last?.type === 'keep-alive' ? events : [...events], context)
    for (const event of text.split('\n\n').slice(0, -1)) expect(event).toMatch(/^data: \{.*\}$/)
    expect(text.endsWith('\n\n')).toBe(true)
  })

  test('a stream of this format, read and written again, gives the same parts', async () => {
    const joined = (chunks: readonly GenerateContentResponse[]): unknown => {
      const list = chunks.flatMap(({ candidates }) => candidates ?? []).filter(({ index }) => index === 0)
      const all = list.flatMap(({ content }) => content?.parts ?? [])
      return {
        text: all.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
        calls: all.flatMap(({ functionCall: call }) => (call ? [[call.name, call.args]] : [])),
        data: all.flatMap(({ inlineData }) => (inlineData ? [inlineData] : [])),
        usage: chunks.at(-1)?.usageMetadata,
        grounding: list.at(-1)?.groundingMetadata,
      }
    }
    const again = writeStream(contents, readStream(contents, [richStream], context), context)
    const whole = joined(await chunksOf(again)) as { calls: unknown }
    await served?.close()
    const before = joined(await chunksOf(richStream)) as { calls: unknown }
    // Vertex streams the arguments of a call as edits, which are applied in the written stream.
    expect({ ...whole, calls: undefined }).toEqual({ ...before, calls: undefined })
    expect(whole.calls).toEqual([
      ['look', { a: 1 }],
      ['edit', { items: [{ name: 'abc' }], 'k k': true, n: null }],
    ])
  })

  test('a document of this format arrives as it was', async () => {
    const decoded = contents.decodeResponse(contents.parseResponse({ status: 200, headers: {}, body: richAnswer }, context), context)
    served = await serve(() => json(contents.encodeResponse(decoded, context).body))
    const again = await served.client.models.generateContent({ model, contents: 'hi' })
    await served.close()
    served = await serve(() => json(richAnswer))
    const before = await served.client.models.generateContent({ model, contents: 'hi' })
    expect({ ...again, sdkHttpResponse: undefined }).toEqual({ ...before, sdkHttpResponse: undefined })
  })

  test('client 1.1: a stream that is cut is an error of the SDK, never an end', async () => {
    const text = writeStream(contents, unfoldResponse(foreign).slice(0, 4), context)
    await expect(chunksOf(text)).rejects.toThrow(ApiError)
  })
})

describe('the SDK meets failures', () => {
  const failure: Failure = { code: 'rate-limit', message: 'slow down', retryable: true, retryAfterMs: 1500, path: '/generationConfig/topK' }

  test('before the first byte as an ApiError with the status of the failure', async () => {
    const { status, body } = contents.encodeFailure(failure, context)
    served = await serve(() => json(body, status))
    const error: unknown = await served.client.models.generateContent({ model, contents: 'hi' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(429)
    expect((error as ApiError).message).toContain('generationConfig.topK')
    expect((error as ApiError).message).toContain('"retryDelay":"1.5s"')
  })

  test('inside a stream as an ApiError, after what was said before', async () => {
    const events: StreamEvent[] = [
      ...unfoldResponse(foreign).slice(0, 4),
      { type: 'failure', failure: { code: 'overloaded', message: 'busy', retryable: true } },
      { type: 'response-end', status: 'failed' },
    ]
    served = await serve(() => sse(writeStream(contents, events, context)))
    const seen: string[] = []
    const error: unknown = await (async () => {
      for await (const chunk of await (served as Served).client.models.generateContentStream({ model, contents: 'hi' }))
        seen.push(chunk.candidates?.[0]?.content?.parts?.[0]?.text ?? '')
    })().catch((thrown: unknown) => thrown)
    expect(seen).toEqual(['Let me see.'])
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(503)
  })
})

describe('chats of the SDK', () => {
  const look = { name: 'look', parametersJsonSchema: { type: 'object', properties: { q: { type: 'string' } } } }

  test('a streamed tool loop keeps its history, with ids and signatures, whatever upstream answered', async () => {
    const bodies: { contents: { role: string; parts: object[] }[] }[] = []
    const done: GenerateResponse = {
      ...foreign,
      id: 'msg_2',
      candidates: [{ index: 0, parts: [{ type: 'text', text: 'It is so.' }], finish: { unified: 'stop' } }],
    }
    served = await serve((body) => {
      bodies.push(body as (typeof bodies)[number])
      return sse(written(bodies.length === 1 ? foreign : done))
    })
    const chat = served.client.chats.create({
      model,
      config: {
        tools: [{ functionDeclarations: [look] }],
        toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } },
      },
    })
    const calls: { id?: string; name?: string }[] = []
    for await (const chunk of await chat.sendMessageStream({ message: 'look' })) calls.push(...(chunk.functionCalls ?? []))
    expect(calls.map(({ id }) => id)).toEqual(['toolu_1', 'toolu_2'])
    const results = calls.map(({ id = '', name = '' }) => ({ functionResponse: { id, name, response: { output: 'ok' } } }))
    let text = ''
    for await (const chunk of await chat.sendMessageStream({ message: results })) text += chunk.text ?? ''
    expect(text).toBe('It is so.')
    const sent = bodies[1]?.contents ?? []
    const said = sent.flatMap(({ role, parts: list }) => (role === 'model' ? list : []))
    expect(said).toContainEqual({ functionCall: { id: 'toolu_1', name: 'look', args: { q: 'a' } }, thoughtSignature: carrier })
    expect(said.filter((part) => 'functionCall' in part)).toHaveLength(2)
    expect(sent.at(-1)?.parts).toEqual(results)
  })
})
