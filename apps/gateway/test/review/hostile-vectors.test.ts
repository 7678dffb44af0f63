import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

const json = { 'content-type': 'application/json' }
const upstream = await startUpstream()
const { url, log } = await startGateway({
  channels: [
    {
      name: 'a',
      format: 'openai-embeddings',
      baseUrl: `${upstream.url}/v1`,
      apiKey: 'key-of-channel-a',
      models: ['small'],
      circuitBreaker: false,
    },
    { name: 'b', format: 'gemini-embeddings', baseUrl: upstream.url, apiKey: 'key-of-channel-b', models: ['large'], circuitBreaker: false },
    { name: 'c', format: 'vertex-predict', baseUrl: upstream.url, apiKey: 'key-of-channel-c', models: ['wide'], circuitBreaker: false },
  ],
})

async function ask(model: string, body: object): Promise<number> {
  const answer = await fetch(`${url}/v1/embeddings`, {
    method: 'POST',
    headers: { ...json, authorization: 'Bearer any' },
    body: JSON.stringify({ model, ...body }),
  })
  const text = await answer.text()
  expect(text).not.toMatch(/key-of-channel/)
  if (answer.status === 200)
    for (const { embedding } of (JSON.parse(text) as { data: { embedding: unknown }[] }).data)
      // a good answer has vectors
      if (Array.isArray(embedding)) expect(embedding.every((value) => Number.isFinite(value))).toBe(true)
      else expect(Buffer.from(String(embedding), 'base64').length % 4).toBe(0)
  return answer.status
}

const vector = (index: unknown, embedding: unknown = [0.1, 0.2]): object => ({ object: 'embedding', index, embedding })
const list = (...data: unknown[]): string =>
  JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 2, total_tokens: 2 } })
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Answers to two texts that no well-meaning upstream sends. */
const openai = [
  list(),
  list(vector(0)),
  list(vector(0), vector(0)),
  list(vector(1), vector(2)),
  list(vector(-1), vector(0)),
  list(vector(0), vector(1e9)),
  list(vector(0), vector(1), vector(2)),
  list(vector('0'), vector(1.5)),
  list(vector(0, ['a']), vector(1)),
  list(vector(0, [null]), vector(1)),
  list(vector(0, {}), vector(1)),
  list(vector(0, '%%%'), vector(1)),
  list(vector(0, 'AAA='), vector(1)),
  list(null, 5),
  '{"data":"x"}',
  '{"data":{"length":2}}',
  `{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}`,
  `{"data":[{"index":0,"embedding":${deep(100_000)}},{"index":1,"embedding":[1]}]}`,
  `{"data":${deep(150)}}`,
  `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]}],"usage":{"prompt_tokens":-5,"total_tokens":"x"}}`,
  '{"__proto__":{"data":[]},"constructor":1}',
  '{"error":{"message":"quoting key-of-channel-a","type":"x"}}',
  '[]',
  'null',
  '',
]

test(
  'whatever an upstream sends in the place of vectors, the client gets vectors or a clear error, and nothing falls over',
  { timeout: 60_000 },
  async () => {
    const answered: [string, number][] = []
    const ways = [
      ['small', openai],
      [
        'large',
        [
          '{}',
          '{"embeddings":[]}',
          '{"embeddings":[{"values":[1]},{"values":["x"]}]}',
          '{"embeddings":[{},{}]}',
          '{"embeddings":[{"values":[1]}]}',
          `{"embeddings":[{"values":${deep(100_000)}},{"values":[1]}]}`,
          '[{"error":{"code":429}}]',
        ],
      ],
      [
        'wide',
        [
          '{}',
          '{"predictions":[]}',
          '{"predictions":[{"embeddings":{"values":[1]}},{"embeddings":5}]}',
          '{"predictions":[{},{}]}',
          '{"predictions":[{"embeddings":{"values":[1e999]}},{"embeddings":{"values":[1]}}]}',
        ],
      ],
    ] as const
    for (const [model, texts] of ways)
      for (const text of texts)
        for (const more of [{}, { encoding_format: 'base64' }]) {
          upstream.answer = (response: ServerResponse) => void response.writeHead(200, json).end(text)
          const status = await ask(model, { input: ['one', 'two'], ...more })
          answered.push([text.slice(0, 80), status])
        }
    expect(answered.filter(([, status]) => ![200, 429, 502].includes(status))).toEqual([])
    expect(log().filter(({ event }) => event === 'request-failed')).toEqual([])
    expect(answered.filter(([, status]) => status === 200).map(([text]) => text)).toEqual([])
  },
)
