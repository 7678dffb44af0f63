import { isJsonObject, type JsonObject } from '@interlingua/core'
import { interactions } from '@interlingua/interactions'
import {
  accumulateInteractionsStream,
  answerTranslation,
  lawSiblings,
  lawStreamSiblings,
  readSse,
  translateStreamText,
} from '@interlingua/testkit'
import type { Pair, Recording } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { recordings } from '../../packages/interactions/test/corpus.ts'
import { samples } from '../../packages/interactions/test/samples.ts'
import { answerOf } from '../src/answer-of.ts'
import { formatIds, formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { siblingExemptions } from '../src/sibling-exemptions.ts'

const streams: readonly Recording[] = [...samples, ...recordings].filter(({ stream }) => stream !== undefined)

const placeOf = (): undefined => undefined

test('an unknown key in any object of a stream of Interactions is carried within the format', () => {
  const pair: Pair = { source: interactions, target: interactions }
  expect(streams.length).toBeGreaterThan(2)
  for (const { id, stream = '' } of streams)
    expect(
      lawStreamSiblings(id, (text) => translateStreamText(pair, [text]), stream, {
        carried: true,
        documentOf: accumulateInteractionsStream,
      }),
      id,
    ).toEqual([])
})

/** True for the arguments of a hosted tool, which are its own, as in documents. */
function isHosted({ step, delta }: JsonObject, path: string): boolean {
  const own = [step, delta].some(
    (value) => isJsonObject(value) && String(value['type']).endsWith('_call') && value['type'] !== 'function_call',
  )
  return own && /^\/(?:step|delta)\/arguments$/.test(path)
}

/** True for steps that the last event repeats, which the client has. */
function isRepeated({ event_type: type }: JsonObject, path: string): boolean {
  return type === 'interaction.completed' && path.startsWith('/interaction/steps/')
}

describe.each(formatIds)('between streams of Interactions and of %s', (id) => {
  test('an unknown key of Interactions is named', () => {
    const pair: Pair = { source: interactions, target: formats[id].adapter, state: formats[id].asked }
    for (const { id: name, stream = '' } of streams) {
      // A failed stream is a failure in another format, without a response in which a place could be named.
      if (accumulateInteractionsStream(stream) === undefined) continue
      const found = lawStreamSiblings(name, (text) => translateStreamText(pair, [text]), stream, {
        documentOf: accumulateInteractionsStream,
        placeOf,
        skipped: (frame, _, path) => isHosted(frame, path) || isRepeated(frame, path),
      })
      expect(found, name).toEqual([])
    }
  })

  test(`an unknown key of ${id} is named`, () => {
    const pair: Pair = { source: formats[id].documents, target: interactions }
    const exemptions = siblingExemptions[id]
    for (const recording of ownCorpus(id)) {
      const { stream } = recording
      const answer = stream === undefined ? answerOf(recording, id) : undefined
      if (answer !== undefined)
        expect(
          lawSiblings(recording.id, answerTranslation(pair), answer, {
            skipped: (path) => exemptions.some(({ is }) => is({ path, frames: [], number: 0 })),
          }),
        ).toEqual([])
      const { documentOf } = formats[id]
      if (stream === undefined || documentOf(stream) === undefined) continue
      const frames = readSse(stream).flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as JsonObject] : [])) // objects: they begin like ones
      const found = lawStreamSiblings(recording.id, (text) => translateStreamText(pair, [text]), stream, {
        documentOf,
        placeOf: ({ output_index: item }) => (typeof item === 'number' ? `/output/${item}` : undefined),
        skipped: (_, number, path) => exemptions.some(({ is }) => is({ path, frames, number })),
      })
      expect(found).toEqual([])
    }
  })
})
