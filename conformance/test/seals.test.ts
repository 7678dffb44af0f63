import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { crossAnswer, crossStream } from '../src/cross.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { heardBy, leaked, missing, sealedOf } from '../src/law-seals.ts'
import { reasonOf } from '../src/lost-seals.ts'
import { createRandom } from '../src/random.ts'
import { returns } from '../src/returned-turn.ts'
import { streamOf } from '../src/stream-of.ts'

const random = createRandom(20_261_123)

/** A text in pieces of any length. */
function cut(text: string): readonly string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const length = 1 + random.below(random.chance(0.2) ? 4000 : 60)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

describe.each(formatPairs)('law of seals: an upstream of %s, a client of %s', (upstream, client) => {
  const answers = sealedOf(upstream)

  test.each([
    ['documents', false],
    ['streams, as the official SDK folds them', true],
  ])('%s: each seal comes back to its upstream, byte for byte, and to no other', async (_, streamed) => {
    expect(answers.length).toBeGreaterThan(3)
    const failures: string[] = []
    for (const sealed of answers) {
      const heard = await heardBy(client, upstream, sealed.answer, streamed ? cut(streamOf(upstream, sealed.answer)) : undefined)
      for (const how of returns) {
        const lost = missing(client, upstream, heard, how, sealed)
        if (lost.length > 0 && reasonOf({ upstream, client, how, streamed, heard, sealed }) === undefined)
          failures.push(`${sealed.name}, ${how}: ${lost.length} of ${sealed.seals.length} seals are lost`)
      }
      for (const leak of leaked(client, upstream, heard, sealed)) failures.push(`${sealed.name}: ${leak}`)
    }
    expect(failures).toEqual([])
  })
})

test.each([
  ['first', 0],
  ['last', 2],
])('a streamed text is one text, though its %s words have a signature', (_, signed) => {
  const words = ['{"name":"Anna"', ',"age"', ':3}']
  const frames = words.map((text, i) => ({
    candidates: [{ content: { role: 'model', parts: [{ text, ...(i === signed && { thoughtSignature: 'c2ln' }) }] }, index: 0 }],
    responseId: 'r',
    modelVersion: 'gemini-3-pro',
  }))
  const last = { ...frames[0], candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }] }
  const text = [...frames, last].map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
  const said = JSON.stringify(words.join(''))
  const document = (client: FormatId) => JSON.stringify(formats[client].documentOf(crossStream('contents', client, text)))
  for (const client of ['messages', 'responses', 'chat'] as const) expect(document(client).split(said)).toHaveLength(2)
  // The signed words are signed again.
  expect(crossStream('contents', 'contents', text)).toContain(`${JSON.stringify(words[signed])},"thoughtSignature":"c2ln"`)
})

const call = (name: string, seal?: string): JsonObject => ({
  functionCall: { id: name, name, args: {} },
  ...(seal && { thoughtSignature: seal }),
})
const signed = { text: 'Let me look.', thoughtSignature: 'c2ln' }

test.each([
  ['a text', [signed, call('f')]],
  ['a text and a call', [signed, call('f', 'YWJj')]],
  ['a text and two calls', [signed, call('f', 'YWJj'), call('g')]],
  ['a text behind a thought', [{ text: 'Hm.', thought: true }, signed, call('f')]],
])('the signature of %s stands in a stream where it stands in the document', (_, parts) => {
  const answer = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    responseId: 'r',
    modelVersion: 'gemini-3-pro',
  }
  for (const client of ['messages', 'responses'] as const) {
    const streamed = formats[client].documentOf(crossStream('contents', client, streamOf('contents', answer))) as JsonObject // a whole stream stands for a document
    expect(kindsIn(streamed)).toEqual(kindsIn(crossAnswer('contents', client, answer).body))
  }
})

/** Kinds of blocks or items, in their order. */
function kindsIn({ content, output }: JsonObject): readonly unknown[] {
  return ((content ?? output) as readonly JsonObject[]).map(({ type }) => type) // answers of these two formats have one of them
}

test('the law bites: a client that returns no seal, and an upstream that gets one of another', async () => {
  const [sealed] = sealedOf('messages')
  if (sealed === undefined) throw new TypeError('there are answers with seals')
  const heard = await heardBy('chat', 'messages', sealed.answer, undefined)
  expect(missing('chat', 'messages', heard, 'no unknown fields', sealed)).toEqual(sealed.seals)
  expect(missing('chat', 'messages', heard, 'all', { ...sealed, seals: ['of another'] })).toEqual(['of another'])
  expect(leaked('chat', 'messages', heard, { ...sealed, seals: ['Look.'] }).length).toBeGreaterThan(0)
})
