import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSerializer } from '../src/serialize-stream.ts'

const delta = fc.record({ content: fc.string({ unit: 'binary' }) })
const choices = fc.array(fc.record({ index: fc.nat(3), delta, finish_reason: fc.constantFrom(null, 'stop') }), { maxLength: 2 })
const leaf = fc.constantFrom('a', 'b"\n', 1, 0.5, true, null)
const chunk = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ id: fc.constantFrom('x', 'y'), object: fc.constant('chunk'), created: fc.constantFrom(1, 2), choices }),
  },
  fc.record({ id: leaf, choices, usage: fc.constantFrom(null, { total_tokens: 3 }) }),
  fc.record({ id: leaf, choices, usage: leaf, __proto__: fc.constant(null) }),
  fc.record({ choices, id: leaf }),
  fc.record({ error: fc.record({ message: leaf }) }),
  fc.record({ id: leaf, object: leaf }),
  fc.constant({}),
)

test('a chunk is printed as JSON.stringify prints it, whatever came before it', () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 12 }), (chunks) => {
      const serializer = createStreamSerializer()
      const printed = chunks.flatMap((wire) => serializer.push({ type: 'event', wire }))
      expect(printed).toEqual(chunks.map((wire) => `data: ${JSON.stringify(wire)}\n\n`))
    }),
    { numRuns: 1000 },
  )
})
