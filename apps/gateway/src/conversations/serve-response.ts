import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import { guard } from '../faults/guard.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { serveGenerate } from '../serving/serve-generate.ts'
import { createKeeper } from './create-keeper.ts'
import { findHistory } from './find-history.ts'
import { inputItems } from './input-items.ts'
import { placeFor } from './place-for.ts'
import { readStateAsk, type StateAsk } from './read-state-ask.ts'
import { hasReferences, resolveReferences } from './resolve-references.ts'
import { startBackground } from './start-background.ts'
import { tellRecalled } from './tell-recalled.ts'

/** `POST /v1/responses`: what the request goes on from is looked up first, and what it leaves behind is kept. */
export function serveResponse(exchange: Exchange, parsed: ParsedBody): void {
  const ask = readStateAsk(parsed.body)
  if ('failure' in ask) return answerFailure(exchange, ask)
  const { input } = parsed.body
  const alone = ask.previous === undefined && ask.conversation === undefined && !ask.background
  if (alone && !hasReferences(input)) {
    if (ask.store) exchange.keeper = createKeeper(exchange, { ask, input: inputItems(input), size: parsed.bytes.length })
    return serveGenerate(exchange, parsed)
  }
  void guardAsync(exchange, () => serveStateful(exchange, parsed, ask))
}

async function serveStateful(exchange: Exchange, parsed: ParsedBody, ask: StateAsk): Promise<void> {
  const place = placeFor(exchange, parsed.body, await findHistory(exchange, ask))
  if (exchange.over) return
  if ('failure' in place) return answerFailure(exchange, place)
  const { history, pin } = place
  if (pin !== undefined) exchange.pin = pin
  if (history) tellRecalled(exchange, history.place)
  const given = inputItems(parsed.body['input'])
  const resolved = pin === undefined ? await resolveReferences(exchange, given, history) : { items: given, size: 0 }
  if (exchange.over) return
  if ('failure' in resolved) return answerFailure(exchange, resolved)
  const { items: input } = resolved
  const rewritten = input !== given
  const own: ParsedBody = rewritten ? { ...parsed, body: { ...parsed.body, input } } : parsed
  const keeping = { ask, input, size: parsed.bytes.length + resolved.size, history, rewritten }
  if (ask.background && pin === undefined) return startBackground(exchange, own, keeping)
  if (ask.store || history || rewritten) exchange.keeper = createKeeper(exchange, keeping)
  guard(exchange, () => serveGenerate(exchange, own))
}
