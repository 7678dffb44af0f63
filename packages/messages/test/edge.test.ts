import { lawStreamStatus, readCorpus } from '@interlingua/testkit'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { messages } from '../src/edge.ts'

const folder = fileURLToPath(new URL('../../../../shared/corpus/messages', import.meta.url))
const recorded = (readCorpus(folder) ?? []).filter(({ stream }) => stream !== undefined)

describeRecordings('recorded streams', folder, () => {
  test('there are some', () => expect(recorded.length).toBeGreaterThan(20))

  test.each(recorded.map((exchange) => [exchange.id, exchange] as const))('%s', (_, exchange) =>
    expect(lawStreamStatus(messages, exchange)).toEqual([]),
  )
})
