import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { byteRecordings, corpusFolder } from './corpus.ts'
import { falseSuccesses } from './false-successes.ts'

describeRecordings('recorded streams', corpusFolder, () => {
  test.each(
    byteRecordings
      .filter(({ bytes }) => bytes.length >= 1500 && bytes.length < 9000)
      .map((recording) => [recording.id, recording] as const),
  )('%s is no whole answer when it is cut before its end, at any byte', { timeout: 120_000 }, (_, { bytes }) =>
    expect(falseSuccesses(bytes)).toEqual([]),
  )
})
