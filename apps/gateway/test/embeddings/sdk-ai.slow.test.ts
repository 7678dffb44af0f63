import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { cosineSimilarity, embed, embedMany, type EmbeddingModel } from 'ai'
import { beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { embedModels } from './models.ts'
import { startVectors, type Vectors } from './vectors.ts'

let gateway: RunningGateway
let vectorsOf: Vectors
beforeAll(async () => {
  gateway = await startGateway()
  vectorsOf = await startVectors()
})

const providers: Readonly<
  Record<string, { readonly model: (id: string) => EmbeddingModel; readonly options: object; readonly usage: boolean }>
> = {
  'ai openai': {
    model: (id) => createOpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any' }).embedding(id),
    options: { openai: { dimensions: 24 } },
    usage: true,
  },
  'ai google': {
    model: (id) => createGoogle({ baseURL: `${gateway.url}/v1beta`, apiKey: 'any' }).embedding(id),
    options: { google: { outputDimensionality: 24, taskType: 'SEMANTIC_SIMILARITY' } },
    usage: false,
  },
}

for (const id of embedModels)
  for (const [name, { model, options, usage }] of Object.entries(providers))
    describe(`${name} to ${id}`, () => {
      test('embed', async () => {
        const { embedding, usage: told } = await embed({
          model: model(id),
          value: 'sunny day at the beach',
          providerOptions: options as never,
        })
        expect([embedding]).toEqual(await vectorsOf(['sunny day at the beach'], 24))
        // The google provider of AI SDK reads no usage.
        if (usage) expect(told.tokens).toBeGreaterThan(0)
      })

      test('embedMany', async () => {
        const values = Array.from({ length: 230 }, (_, index) => `Sentence ${index} about ${index % 2 === 0 ? 'rain' : 'taxes'}`)
        const { embeddings } = await embedMany({ model: model(id), values, providerOptions: options as never })
        expect(embeddings).toEqual(await vectorsOf(values, 24))
        expect(cosineSimilarity(embeddings[0] ?? [], embeddings[0] ?? [])).toBeCloseTo(1, 5)
      })

      test('a model that is not there', async () => {
        await expect(embed({ model: model('nope'), value: 'x', maxRetries: 0 })).rejects.toMatchObject({ statusCode: 404 })
      })
    })
