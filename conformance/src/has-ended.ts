import type { Json } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** False for a response that is still in progress, or lacks a finish reason. */
export function hasEnded(answer: Json, format: FormatId): boolean {
  const { adapter } = formats[format]
  const { context } = createTestContext()
  const { candidates } = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: answer }, context), context)
  return candidates.length > 0 && candidates.every(({ finish }) => finish !== undefined)
}
