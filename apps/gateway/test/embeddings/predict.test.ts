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
const instances = texts.map((content) => ({ content, task_type: 'RETRIEVAL_DOCUMENT', title: 'A title' }))

interface Predictions {
  readonly predictions: readonly {
    readonly embeddings: { readonly values: readonly number[]; readonly statistics: { readonly token_count: number } }
  }[]
}

for (const version of ['/v1', '/v1beta'])
  describe.each(embedModels)(`texts by ${version}:predict to %s`, (model) => {
    const ask = (body: object): ReturnType<typeof post> => post(`${gateway.url}${version}/models/${model}:predict`, body)

    test('get their vectors, in their order, each with its tokens', async () => {
      const answer = await ask({ instances, parameters: { outputDimensionality: 20, autoTruncate: true } })
      expect(answer.status).toBe(200)
      const { predictions } = answer.json() as Predictions
      expect(predictions.map(({ embeddings }) => embeddings.values)).toEqual(await vectorsOf(texts, 20))
      for (const { embeddings } of predictions) expect(embeddings.statistics.token_count).toBeGreaterThan(0)
    })

    test('are refused with the field named, in the native style', async () => {
      for (const [body, field] of [
        [{ instances: [{ content: 7 }] }, 'instances[0].content'],
        [{ instances: [{ content: 'a' }, {}] }, 'instances[1].content'],
        [{ instances, parameters: { outputDimensionality: 0 } }, 'parameters.outputDimensionality'],
      ] as const) {
        const answer = await ask(body)
        expect(answer.status).toBe(400)
        expect(answer.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
        expect(answer.text).toContain(`"field":"${field}"`)
      }
    })
  })

test('a model that is not there, and one that is for text', async () => {
  expect((await post(`${gateway.url}/v1beta/models/nope:predict`, { instances })).status).toBe(404)
  const text = await post(`${gateway.url}/v1beta/models/demo-chat:predict`, { instances })
  expect([text.status, text.json()]).toMatchObject([400, { error: { status: 'INVALID_ARGUMENT' } }])
})
