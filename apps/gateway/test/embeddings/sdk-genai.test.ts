import { ApiError, GoogleGenAI } from '@google/genai'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { embedModels } from './models.ts'
import { startVectors, type Vectors } from './vectors.ts'

let gateway: RunningGateway
let vectorsOf: Vectors
beforeAll(async () => {
  gateway = await startGateway()
  vectorsOf = await startVectors()
})

const texts = ['The cat sat on the mat.', 'A dog barked.', 'Ünïcödé, 漢字 and 🙂']

const versions = {
  'its default version': {},
  v1: { apiVersion: 'v1' },
  v1beta: { apiVersion: 'v1beta' },
}

for (const model of embedModels)
  for (const [title, options] of Object.entries(versions))
    describe(`@google/genai by ${title} to ${model}`, () => {
      const open = (): GoogleGenAI => new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: gateway.url, ...options } })

      test('one text', async () => {
        const { embeddings } = await open().models.embedContent({ model, contents: texts[0] ?? '', config: { outputDimensionality: 32 } })
        expect(embeddings?.map(({ values }) => values)).toEqual(await vectorsOf(texts.slice(0, 1), 32))
      })

      test('several texts, in their order, with what they are for', async () => {
        const { embeddings } = await open().models.embedContent({
          model,
          contents: texts,
          config: { outputDimensionality: 32, taskType: 'RETRIEVAL_DOCUMENT', title: 'A title' },
        })
        expect(embeddings?.map(({ values }) => values)).toEqual(await vectorsOf(texts, 32))
      })

      test('a hundred texts are as many as it takes; one more is a 400', async () => {
        const many = Array.from({ length: 101 }, (_, index) => `Text number ${index}`)
        const config = { outputDimensionality: 4 }
        const { embeddings } = await open().models.embedContent({ model, contents: many.slice(1), config })
        expect(embeddings?.map(({ values }) => values)).toEqual(await vectorsOf(many.slice(1), 4))
        await expect(open().models.embedContent({ model, contents: many, config })).rejects.toMatchObject({
          status: 400,
          message: expect.stringContaining('requests') as unknown,
        })
      })

      test('an empty text is a 400', async () => {
        const error: unknown = await open()
          .models.embedContent({ model, contents: [''] })
          .catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(ApiError)
        expect(error).toMatchObject({ status: 400, message: expect.stringContaining('INVALID_ARGUMENT') as unknown })
      })
    })

test('a model that is not there, and one that is for text', async () => {
  const { models } = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: gateway.url } })
  await expect(models.embedContent({ model: 'nope', contents: 'x' })).rejects.toMatchObject({ status: 404 })
  for (const model of ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'])
    await expect(models.embedContent({ model, contents: 'x' })).rejects.toMatchObject({ status: 400 })
})

describe('by hand', () => {
  const content = { parts: [{ text: 'The cat sat' }, { text: 'on the mat.' }] }
  const ask = (path: string, body: object, headers = {}): ReturnType<typeof post> => post(gateway.url + path, body, headers)

  for (const model of embedModels)
    for (const version of ['/v1', '/v1beta']) {
      test(`a single content under ${version} to ${model} has its vector and its usage`, async () => {
        for (const key of ['outputDimensionality', 'output_dimensionality']) {
          const answer = await ask(`${version}/models/${model}:embedContent`, { content, [key]: 16 })
          expect(answer.status).toBe(200)
          expect(answer.json()).toMatchObject({
            embedding: { values: (await vectorsOf(['The cat sat\non the mat.'], 16))[0] },
            metadata: { usage: { prompt_tokens: expect.any(Number) as unknown, total_tokens: expect.any(Number) as unknown } },
          })
        }
      })

      test(`a batch under ${version} to ${model} has vectors, those of each request's own length`, async () => {
        const requests = [3, 5, 3].map((outputDimensionality) => ({ content, outputDimensionality }))
        const answer = await ask(`${version}/models/${model}:batchEmbedContents`, { requests })
        const { embeddings } = answer.json() as { embeddings: { values: number[] }[] } // Google's shape
        expect(embeddings.map(({ values }) => values.length)).toEqual([3, 5, 3])
      })

      test(`a model in the body under ${version} to ${model}`, async () => {
        const single = (named: string, headers = {}): Promise<{ status: number; text: string }> =>
          ask(`${version}/models/${model}:embedContent`, { model: named, content, outputDimensionality: 2 }, headers)
        const batch = (named: string, headers = {}): Promise<{ status: number; text: string }> => {
          const requests = [
            { content, outputDimensionality: 2 },
            { model: named, content, outputDimensionality: 2 },
          ]
          return ask(`${version}/models/${model}:batchEmbedContents`, { requests }, headers)
        }
        const google = { 'x-goog-api-client': 'google-genai-sdk/3.1.0' }
        for (const right of [model, `models/${model}`]) {
          const refused = version === '/v1'
          expect((await single(right)).status).toBe(refused ? 400 : 200)
          expect((await batch(right)).status).toBe(refused ? 400 : 200)
          expect((await single(right, google)).status).toBe(200)
          expect((await batch(right, google)).status).toBe(200)
          if (!refused) continue
          expect((await single(right)).text).toContain('"field":"model"')
          expect((await batch(right)).text).toContain('requests[1].model')
        }
        for (const headers of [{}, google])
          for (const wrong of ['models/other', 'other', '']) {
            const one = await single(wrong, headers)
            expect([wrong, one.status]).toEqual([wrong, 400])
            expect(one.text).toContain('INVALID_ARGUMENT')
            expect(one.text).toContain('"field":"model"')
            expect([wrong, (await batch(wrong, headers)).status]).toEqual([wrong, 400])
          }
      })
    }

  test.each<[string, object, string]>([
    ['no content', {}, 'content'],
    ['no parts', { content: {} }, 'content.parts'],
    ['empty parts', { content: { parts: [] } }, 'content.parts'],
    ['nothing but empty texts', { content: { parts: [{ text: '' }, {}] } }, 'content.parts'],
    ['a wrong number of dimensions', { content, outputDimensionality: 0 }, 'outputDimensionality'],
    ['a wrong number of dimensions in the other spelling', { content, output_dimensionality: 'many' }, 'output_dimensionality'],
    ['a task that is no word', { content, taskType: 7 }, 'taskType'],
  ])('%s is a 400 that names the field', async (_title, body, field) => {
    for (const model of embedModels)
      for (const version of ['/v1', '/v1beta']) {
        const one = await ask(`${version}/models/${model}:embedContent`, body)
        expect(one.status).toBe(400)
        expect(one.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
        expect(one.text).toContain(`"field":"${field}"`)
        const batch = await ask(`${version}/models/${model}:batchEmbedContents`, { requests: [{ content }, body] })
        expect(batch.status).toBe(400)
        expect(batch.text).toContain(`requests[1].${field}`)
      }
  })
})
