import type { JsonObject } from '@interlingua/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../tools/runs.ts'
import { crossAnswer, crossRequest, crossStream } from '../src/cross.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs, othersOf } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { loopClients } from '../src/loop-client.ts'
import { pairedResults } from '../src/paired-results.ts'
import { sealedAnswers } from '../src/sealed-answers.ts'
import { streamOf } from '../src/stream-of.ts'

/** Two turns of one to four calls of the same tool, and the order in which the client answers them. */
const turn = fc.integer({ min: 1, max: 4 }).chain((calls) => {
  const numbers = Array.from({ length: calls }, (_, n) => n)
  return fc.record({
    calls: fc.constant(calls),
    order: fc.shuffledSubarray(numbers, { minLength: calls }),
    shown: fc.boolean(),
    stream: fc.boolean(),
  })
})
const loops = fc.tuple(turn, turn)
const settings = runs(40)

/** Expects that the requests of a loop are legal for the upstream, and every call has its own result. */
function holds(
  upstream: FormatId,
  client: FormatId,
  turns: typeof loops extends fc.Arbitrary<infer T> ? T : never,
  change = (answer: JsonObject) => answer,
) {
  const talk = loopClients[client]()
  const asked: number[] = []
  turns.forEach(({ calls, order, shown, stream }, i) => {
    const answer = change(sealedAnswers[upstream]({ turn: i + 1, calls, shown }))
    const heard = stream
      ? (formats[client].documentOf(crossStream(upstream, client, streamOf(upstream, answer))) as JsonObject) // a whole stream stands for a document
      : crossAnswer(upstream, client, answer).body
    talk.hears(heard, order)
    asked.push(...order.keys())
    const { body } = crossRequest(client, upstream, talk.request())
    expect(formats[upstream].checkRequest(body)).toEqual([])
    expect(pairedResults[upstream](body)).toEqual(asked.map((n) => [n, `result ${n}`]))
  })
}

describe.each(formatPairs)('calls of an upstream of %s by a client of %s', (upstream, client) => {
  test('pitfall 17: each result reaches its own call, whatever the order of the results', () => {
    fc.assert(
      fc.property(loops, (turns) => holds(upstream, client, turns)),
      settings,
    )
  })
})

describe.each(othersOf('contents'))('calls without ids of an upstream of native contents by a client of %s', (client) => {
  test('pitfall 17: each result reaches its own call, though no call had an id', () => {
    fc.assert(
      fc.property(loops, (turns) => holds('contents', client, turns, withoutIds)),
      settings,
    )
  })
})

/** Response of models before the third generation, which have no ids. */
function withoutIds(answer: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'id' ? undefined : value))) as JsonObject // a copy with less in it
}
