import { isJsonObject, type JsonObject } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'
import { readMessage } from '../requests/read-message.ts'
import type { StateAsk } from './read-state-ask.ts'

/** What a client gets at once for a request that is run in the background. Throws what is wrong with the request. */
export function queuedResponse(exchange: Exchange, body: JsonObject, id: string, ask: StateAsk): JsonObject {
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  const request = adapter.decodeRequest(adapter.parseRequest(readMessage(exchange, body), context), context)
  const answer = { id, model: exchange.model ?? '', createdAt: Date.now(), status: 'queued', candidates: [] } as const
  const printed = adapter.encodeResponse(answer, context, { request, kept: true })
  const document = isJsonObject(printed.body) ? printed.body : {}
  return {
    ...document,
    store: true,
    background: true,
    previous_response_id: ask.previous ?? null,
    ...(ask.conversation !== undefined && { conversation: { id: ask.conversation } }),
  }
}
