import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSerializer } from '../src/serialize-stream.ts'
import type { WireStreamEvent } from '../src/wire/wire-response.ts'
import { runs } from '../../../tools/runs.ts'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '{"a":1}', 'fc_1', 'completed'))
const count = fc.oneof(fc.nat(), fc.nat(), fc.double())
const call = { type: fc.constant('function_call'), id: text, status: text, call_id: text, name: text, arguments: text }
const { id: _, ...withoutId } = call
const item = fc.oneof(
  fc.record(call),
  // Events close to the usual: one key more or less, another order, another type of value.
  fc.record({ ...call, namespace: text }),
  fc.record(withoutId),
  fc.record({ ...withoutId, id: text }),
  fc.record({ ...call, arguments: fc.integer() }),
  fc.record({ ...call, type: fc.constant('custom_tool_call') }),
)
const place = { item_id: text, output_index: count }
const doneEvent = { type: fc.constant('response.function_call_arguments.done'), sequence_number: count, ...place }
const deltaEvent = { type: fc.constant('response.function_call_arguments.delta'), sequence_number: fc.nat(), item_id: text }
const event = fc.oneof(
  fc.record({
    type: fc.constantFrom('response.output_item.added', 'response.output_item.done'),
    sequence_number: count,
    output_index: count,
    item,
  }),
  fc.record({ type: fc.constant('response.output_item.done'), output_index: count, sequence_number: count, item }),
  fc.record({ ...doneEvent, arguments: text }),
  fc.record({ ...doneEvent, arguments: text, name: text }),
  fc.record({ ...deltaEvent, output_index: fc.nat(), delta: text }),
  fc.record({ ...deltaEvent, output_index: fc.nat(), delta: text, obfuscation: text }),
  fc.record({ type: fc.constantFrom('response.completed', 'toString', '__proto__') }),
)

test('an event is printed as JSON.stringify prints it, whatever its keys and their order', () => {
  const serializer = createStreamSerializer()
  fc.assert(
    fc.property(event, (wire) => {
      const printed = serializer.push({ type: 'event', wire: wire as WireStreamEvent }) // any object with a type is one
      expect(printed).toEqual([`event: ${wire.type}\ndata: ${JSON.stringify(wire)}\n\n`])
    }),
    runs(4000),
  )
})

test('the end of a stream is printed as JSON.stringify prints it, whatever of its items were done before', () => {
  const key = fc.constantFrom('type', 'sequence_number', 'response', 'output', 'id', '__proto__', '1')
  const around = fc.dictionary(key, fc.oneof(text, fc.constant(undefined)), { noNullPrototype: true })
  const items = fc.array(fc.oneof(item, fc.record({ type: fc.constant('message'), content: fc.constant('x'.repeat(2000)) })), {
    maxLength: 6,
  })
  const type = fc.constantFrom('response.completed', 'response.incomplete', 'response.failed')
  fc.assert(
    fc.property(
      items,
      items,
      around,
      around,
      around,
      type,
      fc.array(fc.nat({ max: 7 })),
      (done, others, before, behind, beside, name, order) => {
        const serializer = createStreamSerializer()
        const encode = (wire: object): readonly string[] => serializer.push({ type: 'event', wire: wire as WireStreamEvent }) // has a type
        for (const index of order)
          if (done[index] !== undefined)
            encode({ type: 'response.output_item.done', sequence_number: 0, output_index: index, item: done[index] })
        const wire = { ...beside, type: name, response: { ...before, output: [...done, ...others], ...behind } }
        expect(encode(wire)).toEqual([`event: ${name}\ndata: ${JSON.stringify(wire)}\n\n`])
      },
    ),
    runs(2000),
  )
})
