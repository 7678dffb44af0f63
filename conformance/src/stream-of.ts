import { unfoldResponse } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { createTestContext, writeStream } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** Text of a stream that stands for a response of a format. */
export function streamOf(format: FormatId, body: JsonObject): string {
  const { adapter, asked } = formats[format]
  const { context } = createTestContext()
  const response = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context)
  return writeStream(adapter, unfoldResponse(response), context, asked)
}
