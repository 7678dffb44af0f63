import { isJsonObject, type JsonObject } from '@interlingua/core'
import { interactions } from '@interlingua/interactions'
import { accumulateInteractionsStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { recordings } from '../../packages/interactions/test/corpus.ts'
import { samples } from '../../packages/interactions/test/samples.ts'
import { formatIds, formats } from '../src/formats.ts'
import { carriedByGuest, namedFromGuest, namedToGuest, type GuestStreams } from '../src/guest-siblings.ts'

const guest: GuestStreams = {
  adapter: interactions,
  streams: [...samples, ...recordings].filter(({ stream }) => stream !== undefined),
  documentOf: accumulateInteractionsStream,
  skipped: (frame, path, carried) => !carried && (isHosted(frame, path) || isRepeated(frame, path)),
}

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

test('an unknown key in any object of a stream of Interactions is carried within the format', () => {
  expect(guest.streams.length).toBeGreaterThan(2)
  expect(carriedByGuest(guest)).toEqual([])
})

describe.each(formatIds)('between Interactions and %s', (id) => {
  test('an unknown key of a stream of Interactions is named', () =>
    expect(namedFromGuest(guest, { target: formats[id].adapter, state: formats[id].asked })).toEqual([]))

  test(`an unknown key of ${id} is named`, () => expect(namedToGuest(guest, id)).toEqual([]))
})
