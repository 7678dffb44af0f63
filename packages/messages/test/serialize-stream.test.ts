import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamSerializer } from '../src/serialize-stream.ts'
import type { WireStreamEvent } from '../src/wire/wire-response.ts'
import { runs } from '../../../tools/runs.ts'

const text = fc.string({ unit: 'binary' })
const delta = fc.oneof(
  fc.record({ type: fc.constant('text_delta'), text }),
  fc.record({ type: fc.constant('thinking_delta'), thinking: text }),
  fc.record({ type: fc.constant('input_json_delta'), partial_json: text }),
  // Events close to the usual: one key more, another order, another type of value.
  fc.record({ type: fc.constant('text_delta'), text, tokens: fc.integer() }),
  fc.record({ text, type: fc.constant('text_delta') }),
  fc.record({ type: fc.constant('text_delta'), text: fc.constant(7) }),
  fc.record({ type: fc.constantFrom('citations_delta', 'toString', '__proto__'), text }),
)
const block = fc.oneof(
  fc.record({ type: fc.constant('tool_use'), id: text, name: text, input: fc.constant({}) }),
  fc.record({
    type: fc.constant('tool_use'),
    id: text,
    name: text,
    input: fc.oneof(fc.constant({ a: 1 }), fc.constant([]), fc.constant(null)),
  }),
  fc.record({ type: fc.constant('tool_use'), name: text, id: text, input: fc.constant({}) }),
  fc.record({ type: fc.constant('tool_use'), id: text, name: text, input: fc.constant({}), caller: text }),
  fc.record({ type: fc.constantFrom('server_tool_use', 'text'), id: text, name: text, input: fc.constant({}) }),
  fc.record({ type: fc.constant('tool_use'), id: fc.integer(), name: text, input: fc.constant({}) }),
)
const event = fc.oneof(
  fc.record({ type: fc.constant('content_block_start'), index: fc.nat(), content_block: block }),
  fc.record({ type: fc.constant('content_block_start'), content_block: block, index: fc.nat() }),
  fc.record({ type: fc.constant('content_block_stop'), index: fc.oneof(fc.nat(), fc.double()) }),
  fc.record({ type: fc.constant('content_block_stop'), index: fc.nat(), more: text }),
  fc.record({ type: fc.constant('content_block_delta'), index: fc.nat(), delta }),
  fc.record({ type: fc.constant('content_block_delta'), index: fc.nat(), delta, extra: fc.boolean() }),
  fc.record({ index: fc.nat(), type: fc.constant('content_block_delta'), delta }),
  fc.record({ type: fc.constant('content_block_delta'), delta }),
  fc.record({ type: fc.constantFrom('ping', 'message_stop') }),
)

test('an event is printed as JSON.stringify prints it, whatever its keys and their order', () => {
  const serializer = createStreamSerializer()
  fc.assert(
    fc.property(event, (wire) => {
      const printed = serializer.push({ type: 'event', wire: wire as WireStreamEvent }) // any object with a type is one
      expect(printed).toEqual([`event: ${wire.type}\ndata: ${JSON.stringify(wire)}\n\n`])
    }),
    runs(2000),
  )
})
