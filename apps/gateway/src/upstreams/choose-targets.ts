import type { JsonObject } from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { sessionOf } from './session-of.ts'
import { weighTargets } from './weigh-targets.ts'

/** The targets of a request, the best first: only the channel that it is pinned to, or all, with weights where there are any. */
export function chooseTargets(exchange: Exchange, model: string, body: JsonObject): readonly Target[] {
  const { edge, gateway, pin, request } = exchange
  const { format } = edge.adapter
  const { targets, weighed } = gateway.candidates(model, format)
  if (pin !== undefined) {
    const pinned = targets.filter(({ channel }) => channel.name === pin)
    // What the channel would not be chosen for it may still have.
    return pinned.length > 0 ? pinned : gateway.candidates(`${pin}/${model}`, format).targets.filter(({ channel }) => channel.name === pin)
  }
  return weighed ? weighTargets(targets, sessionOf(request.headers, body), gateway.random) : targets
}
