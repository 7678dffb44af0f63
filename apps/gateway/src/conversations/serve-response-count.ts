import { answerFailure } from '../answers/answer-failure.ts'
import { clientContext } from '../requests/client-context.ts'
import type { Exchange } from '../exchange.ts'
import { guard } from '../faults/guard.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { serveCount } from '../counting/serve-count.ts'
import { findHistory } from './find-history.ts'
import { inputItems } from './input-items.ts'
import { placeFor } from './place-for.ts'
import { readStateAsk } from './read-state-ask.ts'
import { hasReferences, resolveReferences } from './resolve-references.ts'

/** `POST /v1/responses/input_tokens`: what the request goes on from counts, too. */
export function serveResponseCount(exchange: Exchange, parsed: ParsedBody): void {
  const ask = readStateAsk(parsed.body)
  if ('failure' in ask) return answerFailure(exchange, ask)
  const { input } = parsed.body
  if (ask.previous === undefined && ask.conversation === undefined && !hasReferences(input)) return serveCount(exchange, parsed)
  void guardAsync(exchange, async () => {
    const place = placeFor(exchange, parsed.body, await findHistory(exchange, ask))
    if (exchange.over) return
    if ('failure' in place) return answerFailure(exchange, place)
    if (place.pin !== undefined) {
      exchange.pin = place.pin
      return guard(exchange, () => serveCount(exchange, parsed))
    }
    // What is wrong in the caller's own items is told by their own places.
    exchange.edge.adapter.count?.parseCountRequest(readMessage(exchange, parsed.body), clientContext(exchange, exchange.model ?? ''))
    const { previous_response_id: _, conversation: __, ...own } = parsed.body
    const resolved = await resolveReferences(exchange, inputItems(input), place.history)
    if (exchange.over) return
    if ('failure' in resolved) return answerFailure(exchange, resolved)
    const body = { ...own, input: [...(place.history?.items ?? []), ...resolved.items] }
    guard(exchange, () => serveCount(exchange, { body, bytes: Buffer.from(JSON.stringify(body)) }))
  })
}
