import { BadRequestError, NotFoundError } from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { embedModels } from './models.ts'
import { rounded, startVectors, type Vectors } from './vectors.ts'

let gateway: RunningGateway
let client: ReturnType<typeof openaiClient>
let vectorsOf: Vectors
beforeAll(async () => {
  gateway = await startGateway()
  client = openaiClient(gateway.url)
  vectorsOf = await startVectors()
})

const texts = ['The cat sat on the mat.', 'A dog barked.', 'Ünïcödé, 漢字 and 🙂', ' ', 'The cat sat on the mat.']

for (const model of embedModels)
  describe(`openai to ${model}`, () => {
    test('client 1.3: a caller that names no format gets numbers, though the SDK asks for base64', async () => {
      const { data } = await client.embeddings.create({ model, input: texts, dimensions: 64 })
      expect(data.map(({ index }) => index)).toEqual([...texts.keys()])
      expect(data.map(({ embedding }) => embedding)).toEqual(rounded(await vectorsOf(texts, 64)))
    })

    test('numbers that are asked for are those that the upstream said', async () => {
      const answer = await client.embeddings.create({ model, input: texts, dimensions: 64, encoding_format: 'float' })
      expect(answer).toMatchObject({ object: 'list', model, data: texts.map((_, index) => ({ object: 'embedding', index })) })
      expect(answer.data.map(({ embedding }) => embedding)).toEqual(await vectorsOf(texts, 64))
    })

    test('base64 that is asked for is of 32-bit numbers, little end first', async () => {
      const { data } = await client.embeddings.create({ model, input: 'one text', dimensions: 16, encoding_format: 'base64' })
      const bytes = Buffer.from(data[0]?.embedding as unknown as string, 'base64') // the SDK leaves the requested encoding unchanged
      const values = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index))
      expect([values]).toEqual(rounded(await vectorsOf(['one text'], 16)))
    })

    test('a single text is a list of one; without dimensions there are as many as the model gives', async () => {
      const { data, usage } = await client.embeddings.create({ model, input: 'Hello', encoding_format: 'float' })
      expect(data).toHaveLength(1)
      const wide = { 'demo-embeddings': 1536, 'demo-embed-content': 3072, 'demo-vertex-predict': 768 }[model]
      expect(data.map(({ embedding }) => embedding)).toEqual(await vectorsOf(['Hello'], wide))
      expect(usage.prompt_tokens).toBeGreaterThan(0)
      expect(usage.total_tokens).toBe(usage.prompt_tokens)
    })

    test('texts that are alike are closer to each other than to others', async () => {
      const input = ['The king sat on his throne.', 'A king upon the throne', 'Quarterly tax filing deadlines']
      const { data } = await client.embeddings.create({ model, input, dimensions: 256 })
      const [first = [], second = [], third = []] = data.map(({ embedding }) => embedding)
      expect(product(first, second)).toBeGreaterThan(product(first, third) + 0.1)
      expect(product(first, first)).toBeCloseTo(1, 5)
    })

    test('a user is no reason to refuse', async () => {
      const { data } = await client.embeddings.create({ model, input: 'Hello', dimensions: 8, user: 'u-1' })
      expect(data).toHaveLength(1)
    })

    test.each<[string, object, string]>([
      ['no text', { input: [] }, 'input'],
      ['an empty text', { input: '' }, 'input'],
      ['an empty text among others', { input: ['a', ''] }, 'input'],
      ['a number', { input: 7 }, 'input'],
      ['no input at all', { input: undefined }, 'input'],
      ['no dimensions', { dimensions: 0 }, 'dimensions'],
      ['half a dimension', { dimensions: 1.5 }, 'dimensions'],
      ['an unknown format', { encoding_format: 'int8' }, 'encoding_format'],
    ])('%s is a 400 that names the field', async (_title, wrong, field) => {
      const error: unknown = await client.embeddings.create({ model, input: 'x', ...wrong }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(BadRequestError)
      const { param, type, message } = error as BadRequestError // just checked
      expect(param?.replace(/\W.*/, '')).toBe(field)
      expect(type).toBe('invalid_request_error')
      expect(message).toContain(field)
    })
  })

test('a model that makes images says so', async () => {
  for (const model of ['demo-openai-images', 'demo-contents-image'])
    await expect(client.embeddings.create({ model, input: 'x' })).rejects.toMatchObject({
      status: 400,
      param: 'model',
      message: expect.stringMatching(/for (?:images|text), not for embeddings/) as string,
    })
})

test('client 1.3: numbers of an upstream that knows no base64 do not reach the SDK as something that it takes for base64', async () => {
  const upstream = await startUpstream()
  const { url } = await startGateway({ channels: [{ name: 'o', format: 'openai-embeddings', baseUrl: upstream.url, models: ['m'] }] })
  const values = [0.25, -0.5, 0.125]
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', model: 'm', data: [{ object: 'embedding', index: 0, embedding: values }] }))
  const { data } = await openaiClient(url).embeddings.create({ model: 'm', input: 'x' })
  expect(data.map(({ embedding }) => embedding)).toEqual([values])
  const raw = await openaiClient(url).embeddings.create({ model: 'm', input: 'x', encoding_format: 'base64' })
  expect(raw.data[0]?.embedding).toBe(Buffer.from(new Float32Array(values).buffer).toString('base64'))
})

test('tokens go to upstreams that have a vocabulary of their own, and are refused with the field named elsewhere', async () => {
  const input = [[1, 2, 3], [4]]
  const { data, usage } = await client.embeddings.create({ model: 'demo-embeddings', input, dimensions: 8 })
  expect([data.length, usage.prompt_tokens]).toEqual([2, 4])
  for (const model of ['demo-embed-content', 'demo-vertex-predict'])
    await expect(client.embeddings.create({ model, input, dimensions: 8 })).rejects.toMatchObject({ status: 400, param: 'input[0]' })
})

test('a model that is not there, and one that is for text', async () => {
  await expect(client.embeddings.create({ model: 'nope', input: 'x' })).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  await expect(client.embeddings.create({ model: 'nope', input: 'x' })).rejects.toBeInstanceOf(NotFoundError)
  for (const model of ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'])
    await expect(client.embeddings.create({ model, input: 'x' })).rejects.toMatchObject({ status: 400, param: 'model' })
})

test('what an upstream of the same dialect says passes byte for byte, whatever the spelling of its numbers', async () => {
  const upstream = await startUpstream()
  const { url } = await startGateway({
    channels: [{ name: 'o', format: 'chat', baseUrl: upstream.url, models: [{ name: 'small', upstream: 'text-embedding-3-small' }] }],
  })
  const text =
    '{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.10,1e-2,-1.0,0.12345678901234567890]}],"model":"text-embedding-3-small","usage":{"prompt_tokens":1,"total_tokens":1},"own":1}'
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json', 'openai-version': '1' }).end(text)
  const answer = await fetch(`${url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'small', input: 'Hello', user: 'u', unknown: { deep: [1] } }),
  })
  expect(await answer.text()).toBe(text)
  expect(answer.headers.get('openai-version')).toBe('1')
  expect(upstream.seen.map(({ url: path, body }) => [path, JSON.parse(body.toString())])).toEqual([
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'Hello', user: 'u', unknown: { deep: [1] } }],
  ])
})

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
}
