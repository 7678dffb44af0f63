import { foldEvents } from '@interlingua/core'
import { createTestContext, readStream } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { converse } from '../src/index.ts'

const hostile = '{"toString":1,"valueOf":1}'

test.each([
  `event: contentBlockNew\ndata: {"contentBlockIndex":${hostile}}\n\n`,
  `event: contentBlockNew\ndata: {"contentBlockIndex":[${hostile}]}\n\n`,
  `event: messageStop\ndata: {"stopReason":${hostile}}\n\n`,
  `event: exception\ndata: {"type":${hostile}}\n\n`,
])('objects without a usable toString in the place of an index or a word break nothing: %s', (frame) => {
  const { context } = createTestContext()
  const text = `event: messageStart\ndata: {"role":"assistant"}\n\n${frame}`
  expect(foldEvents(readStream(converse, [text], context)).status).toMatch(/^(?:completed|incomplete|failed)$/)
})
