import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  checkMessagesStream,
  createTestContext,
  lawBounded,
  lawCutAnywhere,
  lawIdentity,
  lawStreamAgrees,
  lawStreamIdentity,
  messageOf,
  accumulateMessagesStream,
} from '@interlingua/testkit'
import type { Recording, Violation } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { messages } from '../src/index.ts'

// Recorded traffic of real clients, which lies beside the checkout and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

const exchanges = ['messages', 'count_tokens']
  .flatMap((folder) => globSync(`${folder}/*.json`, { cwd: corpus }))
  .map((file) => JSON.parse(readFileSync(`${corpus}/${file}`, 'utf8')) as Recording)
  .filter(({ format, provider }) => format === 'messages' || provider === 'anthropic')

const settings = { documentOf: accumulateMessagesStream, checkStream: checkMessagesStream, cuts: 40 }

const laws: readonly (readonly [string, (exchange: Recording) => readonly Violation[]])[] = [
  [
    'comes back as it went in',
    (exchange) =>
      isRefused(exchange) ? lawIdentity(messages, { ...exchange, request: null }, settings) : lawIdentity(messages, exchange, settings),
  ],
  [
    'meets limits when it turns hostile',
    (exchange) => lawBounded(messages, isRefused(exchange) ? { ...exchange, request: null } : exchange, settings),
  ],
  ['folds to what its document decodes to', (exchange) => lawStreamAgrees(messages, exchange, settings)],
  ['can be written again', (exchange) => lawStreamIdentity(messages, exchange, settings)],
  ['may be cut anywhere', (exchange) => lawCutAnywhere(messages, exchange, settings)],
]

/** True for a request that the server refused as malformed; this library must, too. */
function isRefused({ status }: Recording): boolean {
  return status === 400
}

describeRecordings('recorded exchanges', corpus, () => {
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(100))

  describe.each(exchanges.map((exchange) => [exchange.id, exchange] as const))('%s', (_, exchange) => {
    test.each(laws)('%s', (__, law) => expect(law(exchange)).toEqual([]))

    test('is lowered without a change and without a word', () => {
      const message = messageOf(exchange)
      if (message === undefined || isRefused(exchange) || exchange.format !== 'messages') return
      const { context, notices } = createTestContext()
      const request = messages.decodeRequest(messages.parseRequest(message, context), context)
      expect(messages.encodeRequest(messages.lowerRequest(request, context).request, context).body).toEqual(message.body)
      expect(notices).toEqual([])
    })
  })
})
