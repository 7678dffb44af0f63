import { fileURLToPath } from 'node:url'
import {
  checkStreamGrammar,
  lawCutAnywhere,
  lawDeterministic,
  lawIdentity,
  lawStreamAgrees,
  lawStreamIdentity,
  readCorpus,
  readStream,
  createTestContext,
  accumulateChatStream,
} from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { chat } from '../src/index.ts'
import { asked } from './asked.ts'

const folder = fileURLToPath(new URL('../../../../shared/corpus/chat', import.meta.url))
const exchanges = readCorpus(folder) ?? []
const settings = { asked, documentOf: accumulateChatStream, cuts: 20 }

describeRecordings('recorded exchanges', folder, () => {
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(100))

  describe.each(exchanges.map((exchange) => [exchange.id, exchange] as const))('%s', (_, exchange) => {
    test('comes back as it went in', () => expect(lawIdentity(chat, exchange, settings)).toEqual([]))
    test('gives the same output twice', () => expect(lawDeterministic(chat, exchange, settings)).toEqual([]))
    if (exchange.stream === undefined) return
    const { stream } = exchange
    test('keeps to the grammar of streams', () =>
      expect(checkStreamGrammar(readStream(chat, [stream], createTestContext().context))).toEqual([]))
    test('folds to what its document decodes to', () => expect(lawStreamAgrees(chat, exchange, settings)).toEqual([]))
    test('can be written again', () => expect(lawStreamIdentity(chat, exchange, settings)).toEqual([]))
    test('may be cut anywhere', () => expect(lawCutAnywhere(chat, exchange, settings)).toEqual([]))
  })
})
