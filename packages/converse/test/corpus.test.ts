import { isJsonObject } from '@interlingua/core'
import { createTestContext, messageOf } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { converse } from '../src/index.ts'
import { byteRecordings, corpusFolder, recordings } from './corpus.ts'
import { falseSuccesses } from './false-successes.ts'

// The laws over the recordings are those of laws.test.ts.
describeRecordings('recorded exchanges', corpusFolder, () => {
  test('there are some', () => {
    expect(recordings.length).toBeGreaterThan(150)
    expect(byteRecordings.length).toBeGreaterThan(25)
  })

  test.each(
    recordings
      .filter(({ request, format }) => isJsonObject(request) && format === 'converse')
      .map((recording) => [recording.id, recording] as const),
  )('%s is lowered without a change and without a word', (_, recording) => {
    const message = messageOf(recording)
    if (message === undefined) return
    const { context, notices } = createTestContext()
    const request = converse.decodeRequest(converse.parseRequest(message, context), context)
    expect(converse.encodeRequest(converse.lowerRequest(request, context).request, context).body).toEqual(message.body)
    expect(notices).toEqual([])
  })

  test.each(byteRecordings.filter(({ bytes }) => bytes.length < 1500).map((recording) => [recording.id, recording] as const))(
    '%s is no whole answer when it is cut before its end, at any byte',
    (_, { bytes }) => expect(falseSuccesses(bytes)).toEqual([]),
  )
})
