import type { Format } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Ability } from '../channels/ability.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { refuseModel } from '../keys/refuse-model.ts'
import { admitStream } from '../limits/admit-stream.ts'
import { noSuchModel } from '../requests/no-such-model.ts'
import { sessionOf } from '../upstreams/session-of.ts'
import { weighTargets } from '../upstreams/weigh-targets.ts'

/** What a request asks for beside text. */
export interface Wanted {
  /** As the client said it. */
  readonly model: string
  readonly stream: boolean
  readonly ability: Ability
  /** The dialect that the client speaks: upstreams that speak it, too, come first. */
  readonly format: Format
}

/** Who may do it, the best first; `undefined` where the client has got its error already. */
export function admitOperation(exchange: Exchange, { model, stream, ability, format }: Wanted): readonly Target[] | undefined {
  const { gateway, request } = exchange
  exchange.model = model
  exchange.stream = stream
  exchange.ability = ability
  const full = stream ? admitStream(exchange) : undefined
  if (full) return void answerFailure(exchange, full)
  if (!permitsModel(exchange.key, model)) return void answerFailure(exchange, refuseModel(model))
  const { targets, weighed } = gateway.candidates(model, format, ability)
  if (targets.length === 0) return void answerFailure(exchange, noSuchModel(exchange, model, ability))
  return weighed ? weighTargets(targets, sessionOf(request.headers, {}), gateway.random) : targets
}
