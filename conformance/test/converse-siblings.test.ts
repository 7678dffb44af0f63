import { converse } from '@interlingua/converse'
import { interactions } from '@interlingua/interactions'
import { accumulateConverseStream, accumulateInteractionsStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { recordings } from '../../packages/converse/test/corpus.ts'
import { samples } from '../../packages/converse/test/samples.ts'
import { samples as interactionsSamples } from '../../packages/interactions/test/samples.ts'
import { formatIds, formats } from '../src/formats.ts'
import { carriedByGuest, namedFromGuest, namedToGuest, type GuestStreams } from '../src/guest-siblings.ts'

const guest: GuestStreams = {
  adapter: converse,
  streams: [...samples, ...recordings].filter(({ stream }) => stream !== undefined),
  documentOf: accumulateConverseStream,
  // Members of an unknown event have no place in the answer: the event is named as a whole.
  skipped: ({ a }, _, carried) => !carried && a !== undefined,
}

/** Streams of Interactions with every kind of step; those of its own test are more. */
const interactionsStreams: GuestStreams = {
  adapter: interactions,
  streams: interactionsSamples.filter(({ stream }) => stream !== undefined),
  documentOf: accumulateInteractionsStream,
  // Arguments of a hosted tool are its own, and steps that the last event repeats are known to the client.
  skipped: (_, path) => /^\/(?:step|delta)\/arguments$|^\/interaction\/steps\//.test(path),
}

test('an unknown key in any object of a stream of Converse is carried within the format', () => {
  expect(guest.streams.length).toBeGreaterThan(2)
  expect(carriedByGuest(guest)).toEqual([])
})

describe('between Converse and Interactions', () => {
  test('an unknown key of a stream of Converse is named', () => expect(namedFromGuest(guest, { target: interactions })).toEqual([]))

  test('an unknown key of a stream of Interactions is named', () =>
    expect(namedFromGuest(interactionsStreams, { target: converse })).toEqual([]))
})

describe.each(formatIds)('between Converse and %s', (id) => {
  test('an unknown key of a stream of Converse is named', () =>
    expect(namedFromGuest(guest, { target: formats[id].adapter, state: formats[id].asked })).toEqual([]))

  test(`an unknown key of ${id} is named`, () => expect(namedToGuest(guest, id)).toEqual([]))
})
