import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropicModels, geminiModels, pageModels, type ListedModel, type ListQuery } from '../src/index.ts'

const names = { format: 'anthropic-models', after: 'after_id', before: 'before_id' }
const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 }).map((ids) => ids.map((id): ListedModel => ({ id })))

test('pages, one after the other, are the list, whatever their size', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 70 }), (models, limit) => {
      const seen: ListedModel[] = []
      let query: ListQuery | undefined = { limit }
      while (query) {
        const page = pageModels(models, query, names)
        expect(page.models.length).toBeLessThanOrEqual(limit)
        seen.push(...page.models)
        query = page.next && { limit, after: page.next.token }
      }
      expect(seen).toEqual(models)
    }),
  )
})

test('backwards from a model come those right before it, in the order of the list', () => {
  const models = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(pageModels(models, { before: 'd', limit: 2 }, names)).toEqual({ models: [{ id: 'b' }, { id: 'c' }], next: { token: 'c' } })
  expect(pageModels(models, { before: 'b', limit: 2 }, names)).toEqual({ models: [{ id: 'a' }] })
})

test('a place that is not in the list is an error that names the parameter, not an empty page', () => {
  expect(() => pageModels([{ id: 'a' }], { after: 'b' }, names)).toThrow(expect.objectContaining({ path: '/after_id' }))
})

test('queries are read and printed in both styles that have pages', () => {
  expect(anthropicModels.decodeQuery({ limit: '5000', after_id: 'a' })).toEqual({ limit: 1000, after: 'a' })
  expect(anthropicModels.encodeQuery({ limit: 20, before: 'b' })).toEqual({ limit: '20', before_id: 'b' })
  expect(geminiModels.decodeQuery({ pageSize: '50', pageToken: '' })).toEqual({ limit: 50 })
  expect(geminiModels.decodeQuery({ page_size: '50', page_token: 't' })).toEqual({ limit: 50, after: 't' })
  expect(geminiModels.decodeQuery({ pageSize: '0' })).toEqual({})
  expect(geminiModels.encodeQuery({ limit: 50, after: 't' })).toEqual({ pageSize: '50', pageToken: 't' })
})

test.each(['0', '-1', '1.5', 'many', '9999999999'])('a page of %s models is refused by the name of the parameter', (limit) => {
  expect(() => anthropicModels.decodeQuery({ limit })).toThrow(expect.objectContaining({ path: '/limit' }))
  if (limit !== '0') expect(() => geminiModels.decodeQuery({ pageSize: limit })).toThrow(expect.objectContaining({ path: '/pageSize' }))
})

test('both ends of a page at once are refused', () => {
  expect(() => anthropicModels.decodeQuery({ after_id: 'a', before_id: 'b' })).toThrow(expect.objectContaining({ path: '/before_id' }))
})
