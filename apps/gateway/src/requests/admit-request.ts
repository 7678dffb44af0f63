import type { Failure, JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { RequestHead } from '@interlingua/core/edge'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { refuseModel } from '../keys/refuse-model.ts'
import { admitStream } from '../limits/admit-stream.ts'
import { noSuchModel } from './no-such-model.ts'
import { chooseTargets } from '../upstreams/choose-targets.ts'

/** What a request asks for and who may do it, the best first; `undefined` where the client has got its error already. */
export function admitRequest(
  exchange: Exchange,
  body: JsonObject,
  purpose: 'generate' | 'count',
): { readonly ask: RequestHead; readonly targets: readonly Target[] } | undefined {
  const { edge, request, params } = exchange
  const asked = { headers: request.headers, path: params, body }
  const ask = edge.client.readHead(asked)
  if ('code' in ask) return void answerFailure(exchange, faultOf(ask))
  exchange.model = ask.model
  exchange.stream = ask.stream
  const full = purpose === 'generate' ? admitStream(exchange) : undefined
  if (full) return void answerFailure(exchange, full)
  if (!permitsModel(exchange.key, ask.model)) return void answerFailure(exchange, refuseModel(ask.model))
  const failure = edge.client.check?.(asked, purpose, exchange.gateway.capacity)
  if (failure) return void answerFailure(exchange, faultOf(failure))
  const targets = chooseTargets(exchange, ask.model, body)
  if (targets.length === 0)
    return void answerFailure(exchange, exchange.pin === undefined ? noSuchModel(exchange, ask.model, 'generate') : notThere(ask.model))
  return { ask, targets }
}

/** What the request refers to lives at an upstream that has another model. */
function notThere(model: string): Fault {
  const message = `The upstream that keeps what this request refers to has no model ${JSON.stringify(model.slice(0, 200))}.`
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, path: '/model' } }
}

/** What a format says of a request, with the status that it names. */
function faultOf(failure: Failure): Fault {
  return failure.status === undefined ? { failure } : { failure, status: failure.status }
}
