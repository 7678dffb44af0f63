import type { JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { AnswerSample } from './evidence.ts'
import { sampleOfResponse } from './sample-of-response.ts'
import { unheard } from './unheard.ts'

/** What a document says that passed unread. */
export function sampleOfPassed(exchange: Exchange, body: JsonObject): AnswerSample {
  const { adapter } = exchange.edge
  const context = unheard(exchange)
  return sampleOfResponse(adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context))
}
