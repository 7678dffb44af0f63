import type { JsonObject } from '@interlingua/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSerializer } from '../src/index.ts'
import { runs } from '../../../tools/runs.ts'

const part = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ text: fc.string(), thought: fc.boolean() }),
  fc.record({ thought: fc.boolean(), text: fc.string() }),
  fc.record({ functionCall: fc.record({ name: fc.string(), args: fc.dictionary(fc.string(), fc.jsonValue()) }) }),
)
const content = fc.record({ parts: fc.array(part, { maxLength: 2 }), role: fc.constantFrom('model', 'user') })
const candidate = fc.oneof(
  fc.record({ content, index: fc.constantFrom(0, 1, -0, 0.5) }),
  fc.record({ content, finishReason: fc.string(), index: fc.nat() }),
  fc.record({ content }),
)
const frame = fc.oneof(
  fc.record({ candidates: fc.array(candidate, { maxLength: 2 }), modelVersion: fc.constantFrom('m', 'n'), responseId: fc.constant('r') }),
  fc.record({ candidates: fc.array(candidate, { maxLength: 2 }) }),
  fc.record({ error: fc.record({ code: fc.nat(), message: fc.string() }) }),
  fc.dictionary(fc.string(), fc.jsonValue()),
)

test('a frame is printed as JSON.stringify prints it, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (frames) => {
      const serializer = createStreamSerializer()
      for (const each of frames) {
        const wire = each as JsonObject // made of JSON
        expect(serializer.push({ type: 'event', wire })).toEqual([`data: ${JSON.stringify(wire)}\n\n`])
      }
    }),
    runs(500),
  )
})

test('client 1.2: comments, marks and invalid frames have no text', () => {
  const serializer = createStreamSerializer()
  expect(serializer.push({ type: 'comment' })).toEqual([])
  expect(serializer.push({ type: 'done' })).toEqual([])
  expect(serializer.push({ type: 'invalid', message: 'x' })).toEqual([])
  expect(serializer.end()).toEqual([])
})
