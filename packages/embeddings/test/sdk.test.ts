import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, GoogleGenAI } from '@google/genai'
import { isInterlinguaError, type JsonObject, type WireMessage, type WireReply } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import OpenAI, { BadRequestError } from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { geminiEmbeddings, joinResponses, openaiEmbeddings, type EmbedAdapter, type EmbedInput } from '../src/index.ts'
import { adapters } from './carry.ts'

/** Numbers that are exact in float32, which each dialect can express. */
const vectorOf = ({ parts = [], tokens = [], dimensions = 3 }: EmbedInput): readonly number[] => {
  const length = parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), tokens.length)
  return Array.from({ length: dimensions }, (_, index) => (length + index) / 64)
}

/** Response of an upstream of this dialect. */
function answerAsUpstream(adapter: EmbedAdapter, message: WireMessage<unknown>): WireReply<unknown> {
  const { context } = createTestContext()
  const request = adapter.decodeRequest(adapter.parseRequest(message, context), context)
  const embeddings = request.inputs.map((input) => ({ vector: { type: 'floats', values: vectorOf(input) }, tokens: 2 }) as const)
  const usage = { input: { total: 2 * embeddings.length }, output: {} }
  return adapter.encodeResponse({ model: request.model, embeddings, usage }, context, { request })
}

/** Sends a client's request through an upstream of another dialect, as a proxy of a few lines does. */
function proxy(from: EmbedAdapter, to: EmbedAdapter, message: WireMessage<unknown>, calls: WireMessage<unknown>[]): WireReply<unknown> {
  const { context } = createTestContext()
  try {
    const request = from.decodeRequest(from.parseRequest(message, context), context)
    const answers = to.lowerRequest(request, context).map((call) => {
      const sent = to.encodeRequest(call, context)
      calls.push(sent)
      const reply = answerAsUpstream(to, JSON.parse(JSON.stringify(sent)) as typeof sent)
      return to.decodeResponse(to.parseResponse(reply, context), context, { request: call })
    })
    return from.encodeResponse(joinResponses(answers), context, { request })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const body = { error: { code: 400, message: `${error.path}: ${error.message}`, status: 'INVALID_ARGUMENT' } }
    return { status: 400, headers: {}, body }
  }
}

let server: Server
let base: string
let upstream: EmbedAdapter
let calls: WireMessage<unknown>[]
let received: JsonObject[]

beforeEach(async () => {
  calls = []
  received = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as JsonObject // clients send objects
      received.push(body)
      const path = request.url ?? ''
      const from = path.endsWith('/embeddings') ? openaiEmbeddings : geminiEmbeddings
      const reply = proxy(from, upstream, { path, query: {}, headers: {}, body }, calls)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server that listens on TCP has a port
})
afterEach(() => new Promise((resolve) => void server.close(resolve)))

const openai = (): OpenAI => new OpenAI({ apiKey: 'test', baseURL: `${base}/v1`, maxRetries: 0 })
const google = (apiVersion?: string): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: base, retryOptions: { attempts: 1 }, ...(apiVersion && { apiVersion }) } })

describe.each(adapters)('over an upstream of $format', (adapter) => {
  beforeEach(() => {
    upstream = adapter
  })

  test('openai embeds a text, which asks for base64 and reads numbers', async () => {
    const answer = await openai().embeddings.create({ model: 'm', input: 'abcd' })
    expect(received).toEqual([{ model: 'm', input: 'abcd', encoding_format: 'base64' }])
    expect([...(answer.data[0]?.embedding ?? [])]).toEqual([4 / 64, 5 / 64, 6 / 64])
    expect(answer).toMatchObject({ object: 'list', model: 'm', usage: { prompt_tokens: 2, total_tokens: 2 } })
  })

  test('openai embeds a batch as numbers, of the dimensions asked for', async () => {
    const answer = await openai().embeddings.create({ model: 'm', input: ['a', 'bb', 'ccc'], encoding_format: 'float', dimensions: 2 })
    expect(answer.data).toEqual(
      [1, 2, 3].map((length, index) => ({ object: 'embedding', index, embedding: [length / 64, (length + 1) / 64] })),
    )
  })

  test('openai gets base64 where it asks for it', async () => {
    const answer = await openai().embeddings.create({ model: 'm', input: 'a', encoding_format: 'base64' })
    expect(Buffer.from(answer.data[0]?.embedding ?? '', 'base64').readFloatLE(0)).toBe(1 / 64)
  })

  test('media 5.28: openai embeds 2048 texts, however many calls that takes, in order', async () => {
    const input = Array.from({ length: 2048 }, (_, index) => 'x'.repeat(1 + (index % 50)))
    const answer = await openai().embeddings.create({ model: 'm', input, dimensions: 1 })
    expect(calls).toHaveLength(Math.ceil(2048 / adapter.batch))
    expect(answer.data.map(({ embedding }) => embedding[0])).toEqual(input.map(({ length }) => Math.fround(length / 64)))
    expect(answer.data.map(({ index }) => index)).toEqual(input.map((_, index) => index))
    expect(answer.usage.prompt_tokens).toBe(4096)
  })

  test('openai reads a refusal that names the field', async () => {
    const refused = openai().embeddings.create({ model: 'm', input: ['a', ''] })
    await expect(refused).rejects.toThrow(BadRequestError)
    await expect(refused).rejects.toThrow('/input/1')
  })

  test.each([undefined, 'v1beta'])('@google/genai embeds one text, API version %s', async (version) => {
    const answer = await google(version).models.embedContent({ model: 'gemini-embedding-001', contents: 'abcd' })
    expect(received).toEqual([
      { requests: [{ content: { parts: [{ text: 'abcd' }], role: 'user' }, model: 'models/gemini-embedding-001' }] },
    ])
    expect(answer.embeddings?.map(({ values }) => values)).toEqual([[4 / 64, 5 / 64, 6 / 64]])
  })

  test('@google/genai embeds a batch, with settings', async () => {
    const config = { taskType: 'RETRIEVAL_DOCUMENT', title: 't', outputDimensionality: 1 }
    const answer = await google().models.embedContent({ model: 'gemini-embedding-001', contents: ['a', 'bb'], config })
    expect(answer.embeddings?.map(({ values }) => values)).toEqual([[1 / 64], [2 / 64]])
    expect(answer.usageMetadata?.promptTokenCount).toBe(4)
  })

  test('@google/genai puts several texts into one content for the model that takes more than text', async () => {
    const answer = await google().models.embedContent({ model: 'gemini-embedding-2', contents: ['a', 'bb'] })
    expect(answer.embeddings).toHaveLength(1)
  })

  test('@google/genai reads a refusal that names the field', async () => {
    const refused = google().models.embedContent({ model: 'gemini-embedding-001', contents: ['a', ''] })
    await expect(refused).rejects.toThrow(ApiError)
    await expect(refused).rejects.toThrow('/requests/1/content/parts')
  })
})
