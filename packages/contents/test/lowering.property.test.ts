import {
  arbitraryCoreConversation,
  arbitraryRequest,
  checkContentsRequest,
  createTestContext,
  lawLoweringIdempotent,
  lawRequestIsLegal,
} from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contents, modelProfiles } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'

const families = ['*gemini-1.*', '*gemini-2.0-*', '*gemini-2.5-flash*', '*gemini-2.5-pro*', '*gemini-3-*', '*gemini*']
const models = modelProfiles.filter(({ pattern }) => families.includes(pattern))
const drawn = runs(150)
const settings = { checkRequest: checkContentsRequest }

// Known models; laws.test.ts covers unknown ones.
describe.each(models.map((model) => [model.pattern, model] as const))('to a model like %s', (_, model) => {
  test.each([
    ['Google', {}],
    ['Vertex', { server: 'vertex' }],
  ])('of %s any request is legal when it is lowered, and lowered once', (__, dialect) => {
    fc.assert(
      fc.property(arbitraryRequest, (request) => {
        expect(lawRequestIsLegal(contents, request, settings, createTestContext({ model, dialect }))).toEqual([])
        expect(lawLoweringIdempotent(contents, request, createTestContext({ model, dialect }))).toEqual([])
      }),
      drawn,
    )
  })

  test('what every format can say loses nothing but what the model does not take', () => {
    const expected = new Set(
      [
        'call-id-dropped',
        'seal-bypass',
        'sampling',
        ...(model.schemaDialect === 'gemini-schema' ? ['format-schema-weakened'] : []),
        ...(model.formatWithTools === false ? ['format-with-tools'] : []),
      ].map((code) => `contents/${code}`),
    )
    fc.assert(
      fc.property(arbitraryCoreConversation, (request) => {
        const { context, notices } = createTestContext({ model })
        contents.lowerRequest(request, context)
        expect(notices.filter(({ code }) => !expected.has(code))).toEqual([])
      }),
      drawn,
    )
  })
})
