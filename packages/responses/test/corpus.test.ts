import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  accumulateResponsesStream,
  createTestContext,
  lawBounded,
  lawCutAnywhere,
  lawIdentity,
  lawStreamAgrees,
  lawStreamIdentity,
  messageOf,
} from '@interlingua/testkit'
import type { Recording, Violation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { responses } from '../src/index.ts'

// Recorded traffic of real clients, which lies beside the checkout and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

/** Lists of a response's input are another operation under the same path. */
const isList = ({ response }: Recording): boolean => (response as { readonly object?: unknown } | undefined)?.object === 'list'

const exchanges = globSync('responses/*.json', { cwd: corpus })
  .map((file) => JSON.parse(readFileSync(`${corpus}/${file}`, 'utf8')) as Recording)
  .filter((exchange) => !isList(exchange))

/** Streams that contradict themselves between events, so that no reader can agree with both. */
const contradictory: Readonly<Record<string, string>> = {
  'instructions-with-responses-logprobs-streaming': 'the log probabilities of the deltas differ from those of the whole item',
  'copilot-reasoning-roundtrip-streaming': 'every event names the answer and its items by other ids',
}

const settings = { documentOf: accumulateResponsesStream, cuts: 30 }

const laws: readonly (readonly [string, (exchange: Recording) => readonly Violation[]])[] = [
  [
    'comes back as it went in',
    (exchange) => lawIdentity(responses, exchange.status === 400 ? { ...exchange, request: null } : exchange, settings),
  ],
  ['meets limits when it turns hostile', (exchange) => lawBounded(responses, exchange, settings)],
  ['folds to what its document decodes to', (exchange) => lawStreamAgrees(responses, exchange, settings)],
  ['can be written again', (exchange) => lawStreamIdentity(responses, exchange, settings)],
  ['may be cut anywhere', (exchange) => lawCutAnywhere(responses, exchange, settings)],
]

describeRecordings('recorded exchanges', corpus, () => {
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(100))

  describe.each(exchanges.map((exchange) => [exchange.id, exchange] as const))('%s', (id, exchange) => {
    const known = Object.keys(contradictory).some((part) => id.includes(part))
    test.each(laws)('%s', (name, law) => {
      const violations = law(exchange)
      if (known && (name.startsWith('folds') || name.startsWith('can'))) expect(violations).not.toEqual([])
      else expect(violations).toEqual([])
    })

    test('is lowered without a change and without a word', () => {
      const message = messageOf(exchange)
      if (message === undefined || exchange.status === 400) return
      const { context, notices } = createTestContext()
      const request = responses.decodeRequest(responses.parseRequest(message, context), context)
      expect(responses.encodeRequest(responses.lowerRequest(request, context).request, context).body).toEqual(message.body)
      expect(notices).toEqual([])
    })
  })
})
