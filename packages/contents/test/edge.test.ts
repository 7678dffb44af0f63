import { lawStreamStatus, readCorpus } from '@interlingua/testkit'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { contents } from '../src/edge.ts'
import { answerSamples as samples } from './samples.ts'

/** Request for several candidates, as some samples show them. */
const request = { generationConfig: { candidateCount: 2 } }
const streamed = samples.filter(({ stream }) => stream !== undefined).map((sample) => ({ ...sample, request }))

test('there are streams', () => expect(streamed.length).toBeGreaterThan(0))

describe.each(streamed.map((sample) => [sample.id, sample] as const))('%s', (_, sample) => {
  test('is told of by who watches it as by who decodes it', () => expect(lawStreamStatus(contents, sample)).toEqual([]))
})

const folder = fileURLToPath(new URL('../../../../shared/corpus/contents', import.meta.url))
const recorded = (readCorpus(folder) ?? []).filter(({ stream }) => stream !== undefined)

describeRecordings('recorded streams', folder, () => {
  test('there are some', () => expect(recorded.length).toBeGreaterThan(20))

  test.each(recorded.map((exchange) => [exchange.id, exchange] as const))('%s', (_, exchange) =>
    expect(lawStreamStatus(contents, exchange)).toEqual([]),
  )
})
