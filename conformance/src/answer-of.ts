import type { Json } from '@interlingua/core'
import { createTestContext, replyOf } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** The answer of an exchange as a document; for a stream the document that it stands for. */
export function answerOf(exchange: Exchange, format: FormatId): Json | undefined {
  if (exchange.format === 'count_tokens' || exchange.status >= 400) return undefined
  if (exchange.stream !== undefined) return formats[format].documentOf(exchange.stream) as Json | undefined // an accumulator gives JSON
  const reply = replyOf(exchange)
  if (reply === undefined) return undefined
  // An error told with status 200 is a failure: it reaches the client as one, not as an answer.
  const { context } = createTestContext()
  const { adapter } = formats[format]
  return adapter.decodeResponse(adapter.parseResponse(reply, context), context).failure === undefined ? exchange.response : undefined
}
