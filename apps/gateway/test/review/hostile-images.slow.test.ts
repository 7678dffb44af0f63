import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream' }
const upstream = await startUpstream()
const formats = {
  'openai-images': ['gpt-image-x', '/v1'],
  'ark-images': ['seedream-4', '/api/v3'],
  dashscope: ['qwen-image-2.0', '/api/v1'],
  'imagen-predict': ['imagen-4', ''],
  contents: ['gemini-3-pro-image', ''],
} as const
const channels = Object.entries(formats).map(([format, [model, base]]) => ({
  name: format,
  format: format as keyof typeof formats, // the keys of that very table
  baseUrl: `${upstream.url}${base}`,
  apiKey: `key-of-${format}`,
  models: [model],
  circuitBreaker: false as const,
})) satisfies GatewayConfig['channels']
const { url, log } = await startGateway({ channels, limits: { answerBytes: 2_000_000 } })

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const b64 = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')

/** In the place of a document. */
const documents = [
  '{}',
  '{"data":null}',
  '{"data":{}}',
  '{"data":[null]}',
  '{"data":[5,"x",[]]}',
  '{"data":[{}]}',
  '{"data":[{"url":5}]}',
  '{"data":[{"b64_json":""}]}',
  '{"data":[{"b64_json":"%%%"}]}',
  '{"data":[{"url":null,"b64_json":null}]}',
  `{"data":${deep(100_000)}}`,
  `{"data":[{"b64_json":"${b64}"}],"usage":"x"}`,
  `{"data":[{"b64_json":"${b64}"}],"usage":{"input_tokens":-1,"output_tokens":1e999,"input_tokens_details":[]}}`,
  `{"created":"yesterday","data":[{"b64_json":"${b64}"}]}`,
  `{"data":[${`{"b64_json":"${b64}"},`.repeat(500)}{}]}`,
  '{"output":null}',
  '{"output":{"choices":{}}}',
  '{"output":{"choices":[{"message":{"content":[{"image":5}]}}]}}',
  '{"output":{"choices":[null]}}',
  '{"output":{"results":[{}]}}',
  '{"code":5,"message":{}}',
  '{"predictions":[null]}',
  '{"predictions":[{"bytesBase64Encoded":5}]}',
  '{"predictions":{}}',
  '{"candidates":[{"content":{"parts":[{"inlineData":{}}]}}]}',
  '{"candidates":[{"content":{"parts":[{"inlineData":{"data":5,"mimeType":7}}]}}]}',
  '{"candidates":[null]}',
  '{"candidates":"x"}',
  '{"promptFeedback":{"blockReason":5}}',
  '{"error":"quoting KEY"}',
  '{"error":{"message":["x"],"code":{}}}',
  '[]',
  'null',
  '5',
  '"x"',
  '{"data":[{"b64_json":"',
  ' '.repeat(3_000_000),
]

/** In the place of a stream. */
const streams = [
  '',
  'data: [DONE]\n\n',
  'data: {}\n\n',
  'data: null\n\n',
  'data: {"type":5}\n\n',
  'data: {"type":"image_generation.completed"}\n\n',
  'data: {"type":"image_generation.partial_succeeded","image_index":1e9,"url":"https://example.com/a.png"}\n\n',
  'data: {"type":"image_generation.partial_succeeded","image_index":-1,"url":5}\n\ndata: {"type":"image_generation.completed","usage":7}\n\n',
  'data: {"type":"image_generation.partial_image","partial_image_index":"x","b64_json":{}}\n\n',
  'data: {"type":"error","error":{"message":"quoting KEY","code":"x"}}\n\n',
  'data: {"type":"image_generation.partial_failed","image_index":0,"error":{"code":"x","message":"quoting KEY"}}\n\n',
  `data: ${deep(100_000)}\n\n`,
  `data: ${'x'.repeat(3_000_000)}`,
  'event: x\nid: \0\nretry: -1\ndata: {"type"\ndata: :"error"}\n\n',
]

async function ask(model: string, more: object): Promise<readonly [number, string]> {
  const answer = await fetch(`${url}/v1/${model.startsWith('gemini') ? `models/${model}:predict` : 'images/generations'}`, {
    method: 'POST',
    headers: { ...json, authorization: 'Bearer any' },
    body: JSON.stringify(model.startsWith('gemini') ? { instances: [{ prompt: 'a ship' }] } : { model, prompt: 'a ship', ...more }),
  })
  return [answer.status, await answer.text()]
}

test(
  'whatever an upstream sends in the place of images, the client hears of it in its own words, and nothing falls over',
  { timeout: 120_000 },
  async () => {
    const odd: unknown[] = []
    const note = (model: string, sent: string, status: number, text: string): void => {
      // A stream's own first word may be that of a server that failed; a 500 of ours would be in the log.
      if (![200, 400, 429, 500, 502, 503, 504].includes(status)) odd.push([model, sent.slice(0, 80), status])
      if (/key-of-(?:ark|openai|dash|imagen|contents)/.test(text)) odd.push([model, sent.slice(0, 80), 'told a key'])
      if (status === 200 && !text.startsWith('{') && !/(?:completed|error)/.test(text))
        odd.push([model, sent.slice(0, 80), 'an end without a word'])
    }
    for (const [format, [model]] of Object.entries(formats)) {
      for (const sent of documents)
        for (const more of [{}, { response_format: 'url' }]) {
          upstream.answer = (response: ServerResponse) => void response.writeHead(200, json).end(sent.replace('KEY', `key-of-${format}`))
          note(model, sent, ...(await ask(model, more)))
        }
      for (const sent of streams) {
        const packed = gzipSync(sent.replace('KEY', `key-of-${format}`))
        upstream.answer = (response: ServerResponse) => void response.writeHead(200, { ...events, 'content-encoding': 'gzip' }).end(packed)
        note(model, `packed ${sent}`, ...(await ask(model, { stream: true })))
        upstream.answer = (response: ServerResponse) => void response.writeHead(200, events).end(sent.replace('KEY', `key-of-${format}`))
        note(model, sent, ...(await ask(model, { stream: true })))
      }
    }
    expect(odd).toEqual([])
    expect(log().filter(({ event }) => event === 'request-failed')).toEqual([])
  },
)
