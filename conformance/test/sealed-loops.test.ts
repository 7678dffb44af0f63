import type { JsonObject } from '@interlingua/core'
import { dialects } from '@interlingua/chat'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../tools/runs.ts'
import { crossAnswer, crossRequest, crossStream } from '../src/cross.ts'
import type { CrossSettings } from '../src/cross.ts'
import type { FormatId } from '../src/format-id.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { loopClients } from '../src/loop-client.ts'
import { sealedAnswers, sealsOf } from '../src/sealed-answers.ts'
import type { Thinking } from '../src/sealed-answers.ts'
import { streamOf } from '../src/stream-of.ts'

const turns = fc.tuple(
  ...[1, 2, 3].map((turn) => fc.record({ turn: fc.constant(turn), calls: fc.integer({ min: 1, max: 4 }), shown: fc.boolean() })),
)
const settings = runs(40)

/** Dialects that replay seals, since plain chat has none. */
const seals: Partial<Readonly<Record<FormatId, NonNullable<CrossSettings['sourceContext']>>>> = {
  chat: { dialect: dialects.openrouter as unknown as JsonObject }, // plain data, as every dialect; its interface type cannot say so
}

describe.each(formatPairs)('an upstream of %s thinks in a loop of three turns for a client of %s', (upstream, client) => {
  const there = seals[upstream] === undefined ? {} : { sourceContext: seals[upstream] }
  const back = seals[upstream] === undefined ? {} : { targetContext: seals[upstream] }

  /** Last request of the loop as the upstream gets it, and the upstream's seals so far. */
  function loop(thoughts: readonly Thinking[], hear: (answer: JsonObject) => JsonObject) {
    const talk = loopClients[client]()
    const sealed: string[] = []
    let body: JsonObject = {}
    for (const thinking of thoughts) {
      const answer = sealedAnswers[upstream](thinking)
      sealed.push(...sealsOf[upstream](answer))
      talk.hears(hear(answer))
      body = crossRequest(client, upstream, talk.request(), back).body
      expect(formats[upstream].checkRequest(body)).toEqual([])
      expect(sealsOf[upstream](body)).toEqual(sealed)
    }
    return body
  }

  test('pitfall 1: every seal comes back as it was, in its place, through documents', () => {
    fc.assert(
      fc.property(turns, (thoughts) => void loop(thoughts, (answer) => crossAnswer(upstream, client, answer, there).body)),
      settings,
    )
  })

  test('pitfall 1: every seal comes back as it was, in its place, through streams', () => {
    fc.assert(
      fc.property(turns, (thoughts) => {
        loop(thoughts, (answer) => {
          const text = crossStream(upstream, client, streamOf(upstream, answer), there)
          expect(formats[client].checkStream(text)).toEqual([])
          return formats[client].documentOf(text) as JsonObject // a whole stream stands for a document
        })
      }),
      settings,
    )
  })
})
