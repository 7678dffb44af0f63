import { translateRequest, translateResponse, translateStream } from '@interlingua/core'
import type { Context, Json, JsonObject, TranslatedRequest } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { schemaFaults } from '../src/tools/schema-faults.ts'
import { callAnswer, callStream, inputsIn, requestWith, schemaIn } from '../src/tools/tool-documents.ts'
import { toolSchemas } from '../src/tools/tool-schemas.ts'

type Upstream = Partial<Pick<Context, 'dialect' | 'model'>>

function send(
  source: FormatId,
  target: FormatId,
  body: JsonObject,
  upstream: Upstream = {},
): TranslatedRequest & { readonly wire: JsonObject } {
  const sides = { client: createTestContext().context, upstream: createTestContext(upstream).context }
  const message = { path: '', query: {}, headers: formats[source].headers, body: { model: 'demo', ...body } }
  const sent = translateRequest(formats[source].documents, formats[target].documents, message, sides)
  if (sent.refusal) throw new Error(sent.refusal.message)
  return { ...sent, wire: sent.message.body as JsonObject } // a body is an object
}

describe.each(formatPairs)('the schema of a tool, from %s to %s,', (source, target) => {
  test.each(toolSchemas)('is taken: $name', ({ schema, input }) => {
    const { wire } = send(source, target, requestWith(source, schema, [input]))
    expect(schemaFaults(target, schemaIn(target, wire))).toEqual([])
    // A second gateway behind this one lowers to the same.
    const again = send(target, target === 'messages' ? 'chat' : 'messages', wire)
    expect(
      schemaFaults(target === 'messages' ? 'chat' : 'messages', schemaIn(target === 'messages' ? 'chat' : 'messages', again.wire)),
    ).toEqual([])
  })
})

test('the checks bite', () => {
  const found = formatIds.map((format) => toolSchemas.filter(({ schema }) => schemaFaults(format, schema).length > 0).length)
  expect(found.every((count) => count >= 3)).toBe(true)
})

/** Upstreams that refuse names of arguments: Claude at its own endpoint, and behind a server that speaks chat. */
const refusing: readonly (readonly ['messages' | 'chat', Upstream])[] = [
  ['messages', {}],
  ['chat', { dialect: { propertyKeys: 64 } }],
]

describe.each(refusing)('names of arguments that %s refuses', (target, upstream) => {
  const clients = formatIds.filter((format) => format !== target)
  const sides = { client: createTestContext().context, upstream: createTestContext(upstream).context }

  test.each(toolSchemas)('are sent as declared in earlier calls, the same in every request: $name', ({ schema, input }) => {
    for (const client of clients) {
      const first = send(client, target, requestWith(client, schema, [input]), upstream)
      const second = send(client, target, requestWith(client, schema, [input, input]), upstream)
      const declared = schemaIn(target, first.wire) as { readonly properties?: JsonObject } | undefined // judged above
      const [sent] = inputsIn(first.wire['messages'] ?? null) as readonly JsonObject[]
      if (Object.keys(input).length > 0 && Object.keys(declared?.properties ?? {}).length > 0)
        expect(Object.keys(declared?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(sent ?? {})))
      expect(Object.values(sent ?? {})).toEqual(Object.values(input))
      expect(schemaIn(target, second.wire)).toEqual(declared)
      const [before, after] = [first.wire['messages'], second.wire['messages']] as readonly (readonly Json[])[]
      expect(after?.slice(0, before?.length)).toEqual(before)
    }
  })

  test.each(toolSchemas)('come back under their own, in documents: $name', ({ schema, input }) => {
    for (const client of clients) {
      const { wire, asked, sent } = send(client, target, requestWith(client, schema, [input]), upstream)
      const [onWire] = inputsIn(wire['messages'] ?? null) as readonly JsonObject[]
      const reply = { status: 200, headers: {}, body: callAnswer(target, onWire ?? {}) }
      const answer = translateResponse(formats[client].documents, formats[target].documents, reply, sides, { ...asked, ...sent })
      expect(inputsIn(answer.body as Json)).toEqual([input]) // a document is JSON
    }
  })

  test.each(toolSchemas)('come back under their own, in streams, however they are cut: $name', ({ schema, input }) => {
    fc.assert(
      fc.property(fc.constantFrom(...clients), fc.array(fc.nat(300), { maxLength: 8 }), (client, cuts) => {
        const { wire, asked, sent } = send(client, target, requestWith(client, schema, [input]), upstream)
        const [onWire] = inputsIn(wire['messages'] ?? null)
        const { reader, writer } = translateStream(formats[client].adapter, formats[target].adapter, sides, { ...asked, ...sent })
        const out: string[] = []
        for (const event of [...reader.push(callStream(target, cutAt(JSON.stringify(onWire), cuts))), ...reader.end()])
          out.push(...writer.push(event))
        out.push(...writer.end())
        expect(inputsIn(formats[client].documentOf(out.join('')) as Json)).toEqual([input]) // a document is JSON
      }),
      { numRuns: 12 },
    )
  })
})

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((a, b) => a - b)
  return places.slice(1).map((end, i) => text.slice(places[i], end))
}
