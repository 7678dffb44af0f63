import type { Json, JsonObject } from '@interlingua/core'
import { arbitraryReusedIds, lawReusedIds } from '@interlingua/testkit'
import type { LoopStep } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crossAnswer, crossRequest, crossStream } from '../src/cross.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatIds, formats } from '../src/formats.ts'
import { loopClients } from '../src/loop-client.ts'
import { loopReaders } from '../src/loop-readers.ts'
import { sealedAnswers } from '../src/sealed-answers.ts'
import { streamOf } from '../src/stream-of.ts'
import { runs } from '../../tools/runs.ts'

const settings = { numRuns: 25 }
const pairs = formatIds.flatMap((upstream) => formatIds.map((client) => [upstream, client] as const))

/** Response of a step whose calls have these ids and count on from `first`. */
function answerOf(upstream: FormatId, turn: number, ids: readonly string[], first: number): JsonObject {
  const answer = sealedAnswers[upstream]({ turn, calls: ids.length, shown: false })
  const text = JSON.stringify(answer, (key, value: unknown) => {
    const n = /^call_\d+_(\d+)$/.exec(String(value))?.[1]
    if ((key === 'id' || key === 'call_id') && n !== undefined) return ids[Number(n)]
    if (key === 'arguments') return `{"n":${first + (JSON.parse(String(value)) as { n: number }).n}}` // the form in which sealedAnswers writes them
    return key === 'n' && typeof value === 'number' ? first + value : value
  })
  return JSON.parse(text) as JsonObject // a copy of an object
}

/** Runs a whole loop: responses of the upstream go to the client, its next requests to the upstream. */
function holds(upstream: FormatId, client: FormatId, steps: readonly LoopStep[], stream: boolean): void {
  const talk = loopClients[client]()
  const { pairs: read, messages } = loopReaders[upstream]
  const expected: (readonly [number, string])[] = []
  let before: readonly Json[] = []
  steps.forEach(({ ids, order }, step) => {
    const first = expected.length
    const answer = answerOf(upstream, step + 1, ids, first)
    const heard = stream
      ? (formats[client].documentOf(crossStream(upstream, client, streamOf(upstream, answer))) as JsonObject) // a whole stream stands for a document
      : crossAnswer(upstream, client, answer).body
    talk.hears(heard, order)
    for (const n of ids.keys()) expected.push([first + n, `result ${first + n}`])
    const { body, notices } = crossRequest(client, upstream, talk.request())
    expect(read(body)).toEqual(expected)
    expect(notices.filter(({ code }) => /(duplicate|repeated|ambiguous|orphan)/.test(code))).toEqual([])
    expect(messages(body).slice(0, before.length)).toEqual(before)
    before = messages(body)
  })
}

describe.each(formatIds)('a history with ids that come again, sent to %s', (target) => {
  test('has each result at its own call, and is repeated as it was', () => {
    fc.assert(
      fc.property(arbitraryReusedIds, (steps) => {
        expect(lawReusedIds(formats[target].documents, steps, loopReaders[target])).toEqual([])
      }),
      { ...settings, ...runs(200) },
    )
  })
})

describe.each(pairs)('ids that come again from an upstream of %s to a client of %s', (upstream, client) => {
  test.each([['documents', false] as const, ['streams', true] as const])('each result reaches its own call: %s', (_, stream) => {
    fc.assert(
      fc.property(arbitraryReusedIds, (steps) => {
        // The accumulator of chat streams joins fragments with one id, so it cannot read parallel calls of one id.
        fc.pre(client !== 'chat' || !stream || steps.every(({ ids }) => new Set(ids).size === ids.length))
        holds(upstream, client, steps, stream)
      }),
      settings,
    )
  })

  test('list_dir:0 in each of six steps', () => {
    const steps = Array.from({ length: 6 }, (): LoopStep => ({ ids: ['list_dir:0'], order: [0] }))
    holds(upstream, client, steps, false)
    holds(upstream, client, steps, true)
  })
})
