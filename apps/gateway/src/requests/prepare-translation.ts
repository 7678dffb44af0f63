import {
  applyPolicy,
  explainUnsupported,
  findUrls,
  placeFetched,
  type Asked,
  type Context,
  type Failure,
  type FoundUrl,
  type GenerateAdapter,
  type GenerateRequest,
  type JsonObject,
  type Lowered,
  type Sent,
  type Sides,
} from '@interlingua/core'
import type { RequestHead } from '@interlingua/core/edge'
import { placeUpstreamFailure } from '../answers/place-upstream-failure.ts'
import type { Channel } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import { isChosen } from '../channels/is-chosen.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { refuseError } from '../faults/refuse-error.ts'
import type { MediaFetcher } from '../media/create-media-fetcher.ts'
import { notice } from '../media/notices.ts'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'
import { upstreamRequest } from '../upstreams/upstream-request.ts'
import { clientContext } from './client-context.ts'
import { fetchFiles } from './fetch-files.ts'
import { invalidRequest } from './invalid-request.ts'
import { readMessage } from './read-message.ts'
import { stripBillingHeader } from './strip-billing-header.ts'

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

/**
 * The request with the bytes of each file whose address `adapter` cannot be told: at once where there is none. A file that cannot be had is
 * a 400 that names the field, since only the caller can mend it.
 */
function bringMedia(
  exchange: Exchange,
  request: GenerateRequest,
  adapter: GenerateAdapter,
  context: Context,
  done: (request: GenerateRequest | Fault) => void,
): void {
  const found = findUrls(request, adapter, context)
  const [first] = found
  if (first === undefined) return done(request)
  const { fetchMedia } = exchange.gateway
  if (fetchMedia === undefined)
    return done(invalidRequest('the file would have to be fetched from its address, which is turned off', first.at))
  void bringAll(exchange, request, fetchMedia, found, done)
}

/** Never rejects: what goes wrong behind the fetching is answered here. */
async function bringAll(
  exchange: Exchange,
  request: GenerateRequest,
  fetchMedia: MediaFetcher,
  found: readonly FoundUrl[],
  done: (request: GenerateRequest | Fault) => void,
): Promise<void> {
  try {
    const brought = await fetchFiles(exchange, fetchMedia, found)
    if (brought === undefined || exchange.over) return
    if ('failure' in brought) return done(brought)
    for (const { at } of found) exchange.onNotice(notice('media-fetched', at))
    done(placeFetched(request, brought.files))
  } catch (error) {
    if (exchange.over) return
    if (exchange.failover) exchange.failover.refuse(error)
    else refuseError(exchange, error)
  }
}
