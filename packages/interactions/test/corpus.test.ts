import { isJsonObject } from '@interlingua/core'
import { createTestContext, messageOf } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { interactions } from '../src/index.ts'
import { corpusFolder, recordings } from './corpus.ts'

// The laws over the recordings are those of laws.test.ts.
describeRecordings('recorded exchanges', corpusFolder, () => {
  test('there are some', () => expect(recordings.length).toBeGreaterThan(15))

  test.each(recordings.filter(({ request }) => isJsonObject(request)).map((recording) => [recording.id, recording] as const))(
    '%s is lowered without a change and without a word',
    (_, recording) => {
      const message = messageOf(recording)
      if (message === undefined) return
      const { context, notices } = createTestContext()
      const request = interactions.decodeRequest(interactions.parseRequest(message, context), context)
      expect(interactions.encodeRequest(interactions.lowerRequest(request, context).request, context).body).toEqual(message.body)
      expect(notices).toEqual([])
    },
  )
})
