import type { Json, JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { Found, History } from './find-history.ts'
import { stateFaults } from './state-faults.ts'

/** Where a request is to be answered, by where what came before is. */
export interface Place {
  readonly history?: History
  /** The channel whose upstream keeps what came before, or is to keep this. */
  readonly pin?: string
}

export function placeFor(exchange: Exchange, { model, background }: JsonObject, found: Found): Place | Fault {
  if ('failure' in found) return found
  const natives = nativesFor(exchange, model)
  if ('channel' in found) return natives.all.includes(found.channel) ? { pin: found.channel } : elsewhere
  if ('unknown' in found) {
    // What was not made here may have been made there. Of several upstreams nobody knows which.
    const [only, ...others] = natives.all
    return only !== undefined && others.length === 0 ? { pin: only } : found.unknown
  }
  if (found.history) return { history: found.history }
  // Nothing came before: an upstream that can run it in the background does.
  return background === true && natives.first !== undefined ? { pin: natives.first } : {}
}

const elsewhere: Fault = stateFaults.refused(
  'This response is kept by the upstream of another model: go on with a model of that upstream, or send the whole conversation.',
  '/previous_response_id',
)

/** The channels for a model whose upstreams keep responses; `first`: the one that is asked first, where it does. */
function nativesFor({ gateway, edge }: Exchange, model: Json | undefined): { readonly all: readonly string[]; readonly first?: string } {
  const { targets } = gateway.candidates(typeof model === 'string' ? model : '', edge.adapter.format)
  const all = [...new Set(targets.filter(({ channel }) => channel.state).map(({ channel }) => channel.name))]
  const [first] = targets
  return first?.channel.state ? { all, first: first.channel.name } : { all }
}
