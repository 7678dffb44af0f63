import { createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemSchema } from '../src/gemini-embeddings/wire.ts'
import { geminiEmbeddings } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'

const value = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer({ min: -2, max: 9 }),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
)
const fields = Object.keys(itemSchema.shape).filter((key) => key !== 'content' && key !== 'model')

test('a fast check at a native request sees what its schema says', () => {
  const { context } = createTestContext()
  const content = fc.record({ parts: fc.constant([{ text: 'a' }]), role: value }, { requiredKeys: ['parts'] })
  fc.assert(
    fc.property(fc.constantFrom(...fields), value, content, (field, said, around) => {
      const body = { content: around, [field]: said }
      const parse = (): unknown =>
        geminiEmbeddings.parseRequest({ path: '/v1beta/models/m:embedContent', query: {}, headers: {}, body }, context).body
      if (itemSchema.safeParse(body).success) expect(parse()).toBe(body)
      else expect(parse).toThrow(expect.objectContaining({ code: 'wire' }))
    }),
    runs(2000),
  )
})
