import type { JsonObject } from '@interlingua/core'
import { answerFailure } from './answer-failure.ts'
import type { Target } from './create-resolver.ts'
import type { Ask } from './door.ts'
import type { Exchange } from './exchange.ts'
import { permitsModel } from './keys/permits-model.ts'
import { refuseModel } from './keys/refuse-model.ts'
import { admitStream } from './limits/admit-stream.ts'
import { readPolicy } from './read-policy.ts'
import { unknownModel } from './unknown-model.ts'

/** What a request asks for and who is to do it; `undefined` where the client has got its error already. */
export function admitRequest(
  exchange: Exchange,
  body: JsonObject,
  purpose: 'generate' | 'count',
): { readonly ask: Ask; readonly target: Target } | undefined {
  const { door, gateway, request, way } = exchange
  const ask = door.readAsk(body, way)
  if ('failure' in ask) return void answerFailure(exchange, ask)
  exchange.model = ask.model
  exchange.stream = ask.stream
  const full = admitStream(exchange)
  if (full) return void answerFailure(exchange, full)
  if (!permitsModel(exchange.key, ask.model)) return void answerFailure(exchange, refuseModel(ask.model))
  const fault = door.checkRules(request.headers, body, purpose)
  if (fault) return void answerFailure(exchange, fault)
  const target = gateway.resolve(ask.model, door.adapter.format)
  if (target === undefined) return void answerFailure(exchange, unknownModel(ask.model))
  exchange.target = target
  const policy = readPolicy(request.headers, target.channel.policy)
  if ('failure' in policy) return void answerFailure(exchange, policy)
  exchange.policy = policy.policy
  return { ask, target }
}
