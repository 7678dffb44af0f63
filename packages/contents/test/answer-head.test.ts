import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents } from '../src/index.ts'

const answer = {
  candidates: [{ content: { parts: [{ text: 'Hi.' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1 },
  modelVersion: 'gemini-2.5-flash',
  responseId: 'r',
}

function parse(body: unknown): unknown {
  return contents.parseResponse({ status: 200, headers: {}, body }, createTestContext().context)
}

describe('the head of an answer', () => {
  test.each([
    ['a usual one', answer],
    ['fields that are null', { ...answer, modelVersion: null, usageMetadata: null, candidates: null, error: null }],
    ['an unknown field', { ...answer, tomorrow: 1 }],
  ])('is taken with %s', (_, body) => {
    expect(parse(body)).toMatchObject({ body })
  })

  test.each([
    ['a number for a model', { ...answer, modelVersion: 1 }, '/modelVersion'],
    ['a number for a model beside an unknown field', { ...answer, tomorrow: 1, modelVersion: 1 }, '/modelVersion'],
    ['a list for the usage', { ...answer, usageMetadata: [] }, '/usageMetadata'],
    ['an object for the candidates', { ...answer, candidates: {} }, '/candidates'],
    ['a candidate that is none', { ...answer, candidates: ['x'] }, '/candidates/0'],
  ])('is refused with %s', (_, body, path) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ code: 'wire', path }) as Error)
  })
})
