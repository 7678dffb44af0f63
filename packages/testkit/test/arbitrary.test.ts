import { foldEvents, unfoldResponse } from '@interlingua/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents, arbitraryRequest, arbitraryResponse, canonicalEquivalence, deepFreeze, diff } from '../src/index.ts'

test('folding an unfolded answer gives it back', () => {
  fc.assert(
    fc.property(arbitraryResponse, (response) => {
      expect(diff(response, foldEvents(unfoldResponse(deepFreeze(response))))).toEqual([])
    }),
  )
})

test('shuffled and cut events fold to an answer with the same parts, finish and usage', () => {
  fc.assert(
    fc.property(arbitraryEvents, (events) => {
      const response = foldEvents(events)
      expect(diff(response, foldEvents(unfoldResponse(response)), canonicalEquivalence)).toEqual([])
      expect(response.status).not.toBe('failed')
    }),
  )
})

test('no value of a request is undefined', () => {
  fc.assert(
    fc.property(arbitraryRequest, (request) => {
      expect(JSON.parse(JSON.stringify(request))).toStrictEqual(request)
    }),
  )
})
