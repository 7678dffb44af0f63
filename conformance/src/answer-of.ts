import type { Json } from '@interlingua/core'
import { createTestContext, replyOf } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** Response of an exchange as a document; for a stream the document that it stands for. */
export function answerOf(recording: Recording, format: FormatId): Json | undefined {
  if (recording.format === 'count_tokens' || recording.status >= 400) return undefined
  if (recording.stream !== undefined) return formats[format].documentOf(recording.stream) as Json | undefined // an accumulator gives JSON
  const reply = replyOf(recording)
  if (reply === undefined) return undefined
  // An error with status 200 is a failure, and reaches the client as one.
  const { context } = createTestContext()
  const { adapter } = formats[format]
  return adapter.decodeResponse(adapter.parseResponse(reply, context), context).failure === undefined ? recording.response : undefined
}
