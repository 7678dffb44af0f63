import type { RecordReport, SumReport } from '@interlingua/server'
import { openStore, type RequestDetails } from '@interlingua/store'
import { beforeAll, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { asks, formats } from './asks.ts'
import { askUsage } from './ask-usage.ts'

type FormatName = (typeof formats)[number]

let broken: RunningUpstream
let good: RunningUpstream
let gateway: RunningGateway
let admin: string
const dataDir = tempFolder('failed-attempts')

/** Answers in the middle of which an upstream breaks off after it told its usage, 200 tokens of input and 3 of output, before any output. */
const broken200: Readonly<Record<FormatName, { readonly stream: readonly object[]; readonly document: object }>> = {
  messages: {
    stream: [
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 200, output_tokens: 3 },
        },
      },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
    document: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: 'no list',
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 200, output_tokens: 3 },
    },
  },
  chat: {
    stream: [
      {
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [],
        usage: { prompt_tokens: 200, completion_tokens: 3, total_tokens: 203 },
      },
      { error: { message: 'Slow down', type: 'requests', code: 'rate_limit_exceeded' } },
    ],
    document: {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [],
      usage: { prompt_tokens: 200, completion_tokens: 3, total_tokens: 203 },
    },
  },
  responses: {
    stream: [
      {
        type: 'response.failed',
        sequence_number: 0,
        response: {
          id: 'resp_1',
          object: 'response',
          created_at: 1,
          status: 'failed',
          error: { code: 'rate_limit_exceeded', message: 'Slow down' },
          incomplete_details: null,
          model: 'm',
          output: [],
          usage: {
            input_tokens: 200,
            output_tokens: 3,
            total_tokens: 203,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens_details: { reasoning_tokens: 0 },
          },
        },
      },
    ],
    document: {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'failed',
      error: { code: 'server_error', message: 'It broke' },
      incomplete_details: null,
      model: 'm',
      output: [],
      usage: {
        input_tokens: 200,
        output_tokens: 3,
        total_tokens: 203,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    },
  },
  contents: {
    stream: [
      { usageMetadata: { promptTokenCount: 200, candidatesTokenCount: 3, totalTokenCount: 203 }, modelVersion: 'm', responseId: 'r' },
      { error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } },
    ],
    document: {
      candidates: 'no list',
      usageMetadata: { promptTokenCount: 200, candidatesTokenCount: 3, totalTokenCount: 203 },
      modelVersion: 'm',
    },
  },
}

const whole = {
  id: 'c2',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050 },
}
const chunk = { ...whole, object: 'chat.completion.chunk', usage: undefined }

function sse(events: readonly object[]): string {
  return events.map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join('')
}

beforeAll(async () => {
  broken = await startUpstream()
  good = await startUpstream()
  const bases = { messages: '', chat: '/v1', responses: '/v1', contents: '' }
  const one = { circuitBreaker: false as const, weight: 1 }
  gateway = await startGateway({
    channels: [
      ...formats.map((format) => ({
        ...one,
        name: `broken-${format}`,
        format,
        baseUrl: `${broken.url}${bases[format]}`,
        models: [`m-${format}`, `alone-${format}`, `free-${format}`],
        priority: 1,
      })),
      {
        ...one,
        name: 'good',
        format: 'chat',
        baseUrl: `${good.url}/v1`,
        models: formats.flatMap((format) => [`m-${format}`, `free-${format}`]),
        priority: 2,
      },
    ],
    prices: {
      currency: 'EUR',
      models: [
        { model: '*', channel: 'good', input: 10, output: 100 },
        { model: 'm-*', input: 10, output: 100 },
        { model: 'alone-*', input: 10, output: 100 },
      ],
    },
    dataDir,
    retry: { attempts: 2, backoff: 0.001, alsoOn: [500, 503] },
  })
  admin = await gateway.issue({ name: 'admin', admin: true })
  good.answer = (response, { body }) => {
    const stream = (JSON.parse(body.toString()) as { readonly stream?: boolean }).stream === true // the gateway's own request
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
    response.end(
      stream
        ? `${sse([
            { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
            { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
            { ...chunk, choices: [], usage: whole.usage },
          ])}data: [DONE]\n\n`
        : JSON.stringify(whole),
    )
  }
  broken.answer = (response, { url, body }) => {
    const said = body.toString()
    const format = formats.find((name) => said.includes(`-${name}"`) || url.includes(`-${name}:`)) ?? 'chat'
    const stream = said.includes('"stream":true') || url.includes('streamGenerate')
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
    response.end(stream ? sse(broken200[format].stream) : JSON.stringify(broken200[format].document))
  }
})

async function storedDetails({ id }: RecordReport): Promise<RequestDetails> {
  const store = await openStore({ dataDir })
  const record = await store.usage.find(id)
  await store.close()
  return record?.details ?? {}
}

async function sumsOf(model: string): Promise<readonly SumReport[]> {
  return (await askUsage(gateway.url, admin, `?by=model&model=${model}`)).data as readonly SumReport[] // sums were asked for
}

/** The record of a request of a client to a model. */
async function recordOf(client: FormatName, model: string, stream: boolean): Promise<RecordReport> {
  const known = new Set(((await askUsage(gateway.url, admin, '?limit=1000')).data as readonly RecordReport[]).map(({ id }) => id)) // no sums
  await post(`${gateway.url}${asks[client].path(model, stream)}`, asks[client].body(model, 'Hi', stream))
  let found: RecordReport | undefined
  await waitFor(async () => {
    const { data } = await askUsage(gateway.url, admin, '?limit=1000')
    found = (data as readonly RecordReport[]).find(({ id }) => !known.has(id)) // no sums
    return found !== undefined
  })
  return found as RecordReport // found above
}

const head = { input: 1000, output: 50 }

test.each([
  ['chat', 'messages'],
  ['chat', 'contents'],
  ['contents', 'messages'],
  ['contents', 'chat'],
  ['chat', 'responses'],
  ['responses', 'responses'],
  ['contents', 'responses'],
] as const)('a stream to %s that broke at a %s upstream before its beginning costs what its upstream told', async (client, target) => {
  const record = await recordOf(client, `m-${target}`, true)
  expect(record).toMatchObject({ outcome: 'ok', channel: 'good', attempts: 2, estimated: false })
  expect(record.tokens).toMatchObject({ input: head.input + 200, output: head.output + 3 })
  expect([record.cost, record.failedCost]).toEqual(['0.017300', '0.002300'])
  expect((await storedDetails(record)).attempts).toEqual([
    expect.objectContaining({
      channel: `broken-${target}`,
      tokens: expect.objectContaining({ input: 200, output: 3 }) as unknown,
      costMicros: 2300,
    }),
    expect.not.objectContaining({ costMicros: expect.anything() as unknown }),
  ])
})

test.each(formats)('a document of %s that its client cannot get costs what its upstream told', async (target) => {
  for (const client of formats) {
    const record = await recordOf(client, `alone-${target}`, false)
    expect([client, record]).toMatchObject([client, { tokens: { input: 200, output: 3 }, cost: '0.002300', estimated: false }])
  }
  const [sum] = await sumsOf(`alone-${target}`)
  expect([target, Number(sum?.failedCost) > 0]).toEqual([target, true])
})

test('a failed attempt without a price is told apart, and one that told no usage costs nothing', async () => {
  const record = await recordOf('chat', 'free-messages', true)
  expect(record).toMatchObject({ outcome: 'ok', channel: 'good', failedUnpriced: true, cost: '0.015000' })
  expect(record).not.toHaveProperty('failedCost')
  broken.answer = (response) => void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"busy"}}')
  const refused = await recordOf('chat', 'm-messages', true)
  expect(refused).toMatchObject({ outcome: 'ok', channel: 'good', attempts: 2, tokens: head, cost: '0.015000' })
  expect(refused).not.toHaveProperty('failedCost')
  expect(refused).not.toHaveProperty('failedUnpriced')
})
