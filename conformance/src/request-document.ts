import type { Json } from '@interlingua/core'
import { messageOf } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { intoBody } from './path-in-body.ts'

/** The request of an exchange as a whole document; undefined where only the answer was recorded, or only counting was asked for. */
export function requestDocument(exchange: Exchange, format: FormatId): Json | undefined {
  const message = messageOf(exchange)
  if (message === undefined || exchange.format === 'count_tokens') return undefined
  return format === 'contents' ? intoBody(message) : exchange.request
}
