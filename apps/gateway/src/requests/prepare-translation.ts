import {
  applyPolicy,
  explainUnsupported,
  type Asked,
  type Context,
  type GenerateAdapter,
  type Lowered,
  type Failure,
  type GenerateRequest,
  type JsonObject,
  type Sent,
  type Sides,
} from '@interlingua/core'
import { placeUpstreamFailure } from '../answers/place-upstream-failure.ts'
import { bringMedia } from './bring-media.ts'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'
import { clientContext } from './client-context.ts'
import type { Channel } from '../channels/channel.ts'
import { isChosen } from '../channels/is-chosen.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { RequestHead } from '@interlingua/core/edge'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { readMessage } from './read-message.ts'
import { stripBillingHeader } from './strip-billing-header.ts'
import { upstreamRequest } from '../upstreams/upstream-request.ts'

/** A request in the upstream's format, with what its answer needs on the way back. */
export interface Translation {
  readonly request: UpstreamRequest
  readonly sides: Sides
  readonly state: Required<Omit<Asked, 'inputTokens'>> & Required<Sent>
  /** A refusal by the upstream, at the caller's own field. */
  readonly placed: (failure: Failure) => Failure
}

/**
 * Decodes, lowers and encodes. `done` gets the translation, or the policy's refusal, before anything is sent: at once, unless media must be
 * fetched first. Throws the errors of the adapters.
 */
export function prepareTranslation(
  exchange: Exchange,
  target: Target,
  ask: RequestHead,
  body: JsonObject,
  done: (translation: Translation | Fault) => void,
): void {
  const { adapter } = exchange.edge
  const { channel, model } = target
  const unknown = exchange.edge === channel.edge ? undefined : exchange.edge.client.checkWords?.(body)
  if (unknown) return done({ failure: unknown })
  const sides: Sides = {
    client: clientContext(exchange, ask.model),
    upstream: {
      ...contextOf(exchange, channel.dialect, channel.profileOf(model)),
      ...(isChosen(target, ask.model) && { modelChosen: true }),
    },
  }
  const parsed = adapter.parseRequest(readMessage(exchange, body), sides.client)
  const own = adapter.decodeRequest(parsed, sides.client)
  const decoded = exchange.edge === channel.edge ? own : stripBillingHeader(own, exchange.onNotice)
  const named = target.renamed ? { ...decoded, model } : decoded
  const asked = exchange.recall ? exchange.recall(named) : named
  const request = exchange.keeper ? exchange.keeper.recall(asked, channel) : asked
  bringMedia(exchange, request, channel.edge.adapter, sides.upstream, (brought) => {
    done('failure' in brought ? brought : lower(exchange, channel, asked, brought, sides, body))
  })
}

function lower(
  exchange: Exchange,
  channel: Channel,
  asked: GenerateRequest,
  request: GenerateRequest,
  sides: Sides,
  body: JsonObject,
): Translation | Fault {
  const upstream = channel.edge.adapter
  const lowered = lowerOrExplain(exchange, upstream, request, sides.upstream)
  const message = upstream.encodeRequest(lowered.request, sides.upstream)
  const refusal = applyPolicy(exchange.notices, exchange.policy)
  if (refusal) return { failure: refusal }
  return {
    request: upstreamRequest(channel, message),
    sides,
    state: { request: asked, reversals: lowered.reversals, kept: exchange.keeper?.keepsFor(channel) === true },
    placed: (failure) => placeUpstreamFailure(failure, upstream, request, sides.upstream, body),
  }
}

function lowerOrExplain(exchange: Exchange, upstream: GenerateAdapter, request: GenerateRequest, context: Context): Lowered {
  try {
    return upstream.lowerRequest(request, context)
  } catch (error) {
    throw explainUnsupported(error, exchange.notices)
  }
}
