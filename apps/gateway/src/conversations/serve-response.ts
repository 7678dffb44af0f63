import type { Json, JsonObject } from '@interlingua/core'
import { answerFailure } from '../answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { guard } from '../guard.ts'
import { guardAsync } from '../guard-async.ts'
import type { ParsedBody } from '../parse-body.ts'
import { serveGenerate } from '../serve-generate.ts'
import { createKeeper } from './create-keeper.ts'
import { findHistory, type Found, type History } from './find-history.ts'
import { inputItems } from './input-items.ts'
import { readStateAsk, type StateAsk } from './read-state-ask.ts'
import { hasReferences, resolveReferences } from './resolve-references.ts'
import { startBackground } from './start-background.ts'
import { stateFaults } from './state-faults.ts'
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
  const input = pin === undefined ? await resolveReferences(exchange, given, history) : given
  if (exchange.over) return
  const rewritten = input !== given
  const own: ParsedBody = rewritten ? { ...parsed, body: { ...parsed.body, input } } : parsed
  const keeping = { ask, input, size: parsed.bytes.length, history, rewritten }
  if (ask.background && pin === undefined) return startBackground(exchange, own, keeping)
  if (ask.store || history || rewritten) exchange.keeper = createKeeper(exchange, keeping)
  guard(exchange, () => serveGenerate(exchange, own))
}

interface Place {
  readonly history?: History
  /** The channel whose upstream keeps what came before, or is to keep this. */
  readonly pin?: string
}

/** Where the request is to be answered, by where what came before is. */
function placeFor(exchange: Exchange, { model, ...body }: JsonObject, found: Found): Place | Fault {
  if ('failure' in found) return found
  const natives = nativesFor(exchange, model)
  if ('channel' in found) {
    if (natives.all.includes(found.channel)) return { pin: found.channel }
    const { failure } = stateFaults.refused(
      'This response is kept by the upstream of another model: go on with a model of that upstream, or send the whole conversation.',
      '/previous_response_id',
    )
    return { failure }
  }
  if ('unknown' in found) {
    // What was not made here may have been made there. Of several upstreams nobody knows which.
    const [only, ...others] = natives.all
    return only !== undefined && others.length === 0 ? { pin: only } : found.unknown
  }
  if (found.history) return { history: found.history }
  // Nothing came before: an upstream that can run it in the background does.
  return body['background'] === true && natives.first !== undefined ? { pin: natives.first } : {}
}

/** The channels for a model whose upstreams keep responses; `first`: the one that is asked first, where it does. */
function nativesFor({ gateway, door }: Exchange, model: Json | undefined): { readonly all: readonly string[]; readonly first?: string } {
  const { targets } = gateway.candidates(typeof model === 'string' ? model : '', door.adapter.format)
  const all = [...new Set(targets.filter(({ channel }) => channel.state).map(({ channel }) => channel.name))]
  const [first] = targets
  return first?.channel.state ? { all, first: first.channel.name } : { all }
}
