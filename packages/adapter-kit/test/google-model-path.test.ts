import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareModel, methodOfPath, modelOfPath, pathOfModel } from '../src/index.ts'

test.each<[string, string | undefined, string | undefined]>([
  ['/v1beta/models/veo-3.1:predictLongRunning', 'veo-3.1', 'predictLongRunning'],
  ['/v1/projects/p/locations/l/publishers/google/models/m:predict', 'm', 'predict'],
  ['/v1beta/models/org%2Fmodel%3Atag:predict', 'org/model:tag', 'predict'],
  ['/v1beta/models/a:b:predict?key=x:y', 'a:b', 'predict'],
  ['/v1beta/models/models%2Fm:predict', 'm', 'predict'],
  ['/v1beta/models/100%:predict', '100%', 'predict'],
  ['/v1beta/models/:predict', '', 'predict'],
  ['/v1beta/models/m', undefined, undefined],
  ['/v1beta/files/f:predict', undefined, undefined],
])('%s names a model and a method', (path, model, method) => {
  expect([modelOfPath(path), methodOfPath(path)]).toEqual([model, method])
})

test('any model is found again in its path, but for halves of characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('predict', 'embedContent'), (model, method) => {
      const path = pathOfModel(model, method)
      expect([modelOfPath(path), methodOfPath(path)]).toEqual([bareModel(model).toWellFormed(), method])
    }),
  )
  expect(pathOfModel('m\ud83d', 'predict')).toBe('/v1beta/models/m%EF%BF%BD:predict')
})
