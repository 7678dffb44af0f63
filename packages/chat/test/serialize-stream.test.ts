import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSerializer } from '../src/serialize-stream.ts'
import { runs } from '../../../tools/runs.ts'

const said = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, 1, ['a'], { a: 1 }))
const index = fc.constantFrom(0, 1, 12, -1, -0, 0.5, 1e21, null, '0')
const fragment = fc.oneof(
  fc.record({ index, function: fc.record({ arguments: said }) }),
  fc.record({ index, id: said, function: fc.record({ name: said, arguments: said }, { requiredKeys: [] }) }, { requiredKeys: [] }),
)
const delta = fc.oneof(
  fc.record({ content: fc.string({ unit: 'binary' }) }),
  fc.record({ content: said, role: said, reasoning_content: said, refusal: said, constructor: said }, { requiredKeys: [] }),
  fc.record({ tool_calls: fc.oneof(said, fc.array(fragment, { maxLength: 2 })) }),
  said,
)
const choices = fc.array(
  fc.oneof(
    fc.record({ index, delta, finish_reason: fc.constantFrom(null, 'stop') }),
    fc.record({ delta, index }),
    fc.record({ index, delta, finish_reason: fc.constant(null), logprobs: fc.constant(null) }),
  ),
  { maxLength: 2 },
)
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
    runs(1000),
  )
})
