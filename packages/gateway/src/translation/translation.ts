import { placeUpstreamFailure } from './failures.ts'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { refuseError } from '../reply/guard.ts'
import {
  type Continuation,
  type HeldTimer,
  isChosen,
  type MediaFetcher,
  type Target,
  type UpstreamRequest,
  upstreamRequest,
} from '@interlingua/upstreams'
import type { Attempt, Reply } from '../server/reply.ts'
import { holdTimer } from '../calls/attempt.ts'
import { readMessage } from './read-message.ts'
import { addCacheKey } from './cache-key.ts'
import { addDefaults } from './request-defaults.ts'
import { sealsFor } from './sealed-reasoning.ts'
import {
  applyPolicy,
  type Context,
  type Contexts,
  type DecodeState,
  effectiveSettings,
  type EncodeState,
  explainUnsupported,
  type Failure,
  type Fetched,
  findRemoteMedia,
  type FoundUrl,
  type GenerateAdapter,
  type GenerateRequest,
  inlineMedia,
  type JsonObject,
  type Lowered,
  type Notice,
  type Part,
  type Turn,
} from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import type { RequestHead } from '@interlingua/core/edge'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'

/** Notices of changes by fetching. */
export const notice = declareNotices('gateway', [], {
  'media-fetched': {
    kind: 'approximated',
    message: 'the upstream cannot be told an address here: the gateway fetched the file and sent its bytes',
    benign: true,
  },
  'billing-header': {
    kind: 'dropped',
    message: 'the x-anthropic-billing-header text of the system prompt is for Anthropic alone; elsewhere it would spoil the prefix cache',
    benign: true,
  },
})

/** Context of the client's side, with the asked model in formats whose limits depend on the model. */
export function clientContext(admitted: AdmittedRequest, model: string): Context {
  const { edge, gateway } = admitted.client
  return contextOf(admitted, undefined, edge.client.checksModel ? gateway.profileOf(edge.adapter.format, model) : undefined)
}

/** Fetched files by address. */
interface FetchedFiles {
  readonly files: ReadonlyMap<string, Fetched>
}

/**
 * Fetches the files that a request names by address; a status 400 that names the field of one that cannot be had, undefined if the caller has left
 * meanwhile. Never rejects.
 */
export async function fetchFiles(
  reply: Reply,
  fetchMedia: MediaFetcher,
  found: readonly FoundUrl[],
): Promise<FetchedFiles | FailureReply | undefined> {
  const left = new AbortController()
  const waiting: HeldTimer = { cancel: () => left.abort() }
  holdTimer(reply, waiting)
  const answers = await fetchMedia(found, left.signal)
  waiting.cancel = undefined
  if (reply.ended) return undefined
  const files = new Map<string, Fetched>()
  for (const answer of answers) {
    if ('reason' in answer) return invalidRequest(`the file could not be fetched from its address: ${answer.reason}`, answer.found.at)
    files.set(answer.found.url, answer.fetched)
  }
  return { files }
}

/** Request in the upstream's format, with the state that its answer needs. */
export interface Translation {
  readonly request: UpstreamRequest
  /** Body of the request, whole. */
  readonly sent: unknown
  readonly sides: Contexts
  readonly state: Required<Omit<EncodeState, 'inputTokens'>> & Required<DecodeState>
  /** Moves a refusal by the upstream to the caller's own field. */
  readonly placed: (failure: Failure) => Failure
  /** Request without the history, for the WebSocket of an upstream that gave the response before it. Absent: there is none. */
  readonly next?: Continuation
  /** Removes from an answer, or an event of one, what the gateway asked for and the client did not. Absent: there is nothing. */
  readonly hide?: (answer: JsonObject) => JsonObject
}

/**
 * Decodes, lowers and encodes a request. `done` gets the translation or the policy's refusal: at once, unless media must be fetched first. Throws the
 * errors of the adapters.
 */
export function prepareTranslation(
  attempt: Attempt,
  target: Target,
  head: RequestHead,
  body: JsonObject,
  done: (translation: Translation | FailureReply) => void,
): void {
  const { adapter } = attempt.admitted.client.edge
  const { channel, model } = target
  const unknown =
    attempt.admitted.client.edge === channel.edge
      ? undefined
      : attempt.admitted.client.edge.client.checkWords?.(body, attempt.admitted.client.incoming.headers)
  if (unknown) return done({ failure: unknown })
  const sides: Contexts = {
    client: clientContext(attempt.admitted, head.model),
    upstream: {
      ...contextOf(attempt.admitted, channel.dialect, channel.profileOf(model)),
      ...(isChosen(target, head.model) && { modelChosen: true }),
    },
  }
  const parsed = adapter.parseRequest(readMessage(attempt.admitted.client, body), sides.client)
  const own = adapter.decodeRequest(parsed, sides.client)
  const said = attempt.admitted.client.edge === channel.edge ? own : stripBillingHeader(own, attempt.admitted.onNotice)
  const decoded = addDefaults(said, target.defaults, attempt.admitted.onNotice)
  const named = target.renamed ? { ...decoded, model } : decoded
  const asked = attempt.admitted.prependContext ? attempt.admitted.prependContext(named, channel) : named
  const whole = attempt.admitted.session ? attempt.admitted.session.prependHistory(asked, channel) : asked
  const seals = sealsFor(attempt.admitted, target, body)
  const request = seals ? seals.askRequest(whole) : whole
  fetchRemoteMedia(attempt, request, channel.edge.adapter, sides.upstream, (fetched) => {
    const translation = 'failure' in fetched ? fetched : lower(attempt.admitted, target, asked, fetched, sides, body)
    if ('failure' in translation) return done(translation)
    const { turn } = attempt.admitted.client
    const next = turn && continuationOf(attempt.admitted, target, seals ? seals.askRequest(asked) : asked, sides.upstream)
    // A connection remembers the whole answer, and removes by itself.
    if (seals && turn) turn.hideBy(seals.hide)
    done({ ...translation, ...(next && { next }), ...(seals && turn === undefined && { hide: seals.hide }) })
  })
}

function lower(
  admitted: AdmittedRequest,
  target: Target,
  asked: GenerateRequest,
  whole: GenerateRequest,
  sides: Contexts,
  body: JsonObject,
): Translation | FailureReply {
  const { channel } = target
  const upstream = channel.edge.adapter
  const { request, headers } = addCacheKey(admitted, target, whole, sides.upstream, body)
  const lowered = lowerOrExplain(admitted, upstream, request, sides.upstream)
  const message = upstream.encodeRequest(lowered.request, sides.upstream)
  const refusal = applyPolicy(admitted.notices, admitted.policy)
  if (refusal) return { failure: refusal }
  return {
    sent: message.body,
    request: upstreamRequest(channel, headers ? { ...message, headers: { ...message.headers, ...headers } } : message),
    sides,
    state: {
      request: asked,
      effective: effectiveSettings(lowered.request),
      reversals: lowered.reversals,
      kept: admitted.session?.keepsFor(channel) === true,
    },
    placed: (failure) => placeUpstreamFailure(failure, upstream, request, sides.upstream, body),
  }
}

/** Request as it goes on at the WebSocket that gave the response before it; undefined where no such socket is open. */
function continuationOf(
  { client }: AdmittedRequest,
  { channel }: Target,
  own: GenerateRequest,
  context: Context,
): Continuation | undefined {
  const previous = own.state?.previousResponse
  const { turn, edge } = client
  if (previous === undefined || turn?.history === undefined || channel.socket === undefined || channel.edge !== edge) return undefined
  if (turn.upstream().latest(channel) !== previous) return undefined
  const { adapter } = channel.edge
  // All that could be said was said of the whole request.
  const silent: Context = { ...context, onNotice: () => {} }
  return { previous, body: JSON.stringify(adapter.encodeRequest(adapter.lowerRequest(own, silent).request, silent).body) }
}

function lowerOrExplain(admitted: AdmittedRequest, upstream: GenerateAdapter, request: GenerateRequest, context: Context): Lowered {
  try {
    return upstream.lowerRequest(request, context)
  } catch (error) {
    throw explainUnsupported(error, admitted.notices)
  }
}

/**
 * Fetches each file whose address `adapter` does not take; at once if there is none. A file that cannot be had is a status 400 that names the field,
 * since only the caller can mend it.
 */
function fetchRemoteMedia(
  attempt: Attempt,
  request: GenerateRequest,
  adapter: GenerateAdapter,
  context: Context,
  done: (request: GenerateRequest | FailureReply) => void,
): void {
  const found = findRemoteMedia(request, adapter, context)
  const [first] = found
  if (first === undefined) return done(request)
  const { fetchMedia } = attempt.admitted.client.gateway
  if (fetchMedia === undefined)
    return done(invalidRequest('the file would have to be fetched from its address, which is turned off', first.at))
  void fetchAll(attempt, request, fetchMedia, found, done)
}

/** Fetches the files. Never rejects: later errors are answered here. */
async function fetchAll(
  attempt: Attempt,
  request: GenerateRequest,
  fetchMedia: MediaFetcher,
  found: readonly FoundUrl[],
  done: (request: GenerateRequest | FailureReply) => void,
): Promise<void> {
  try {
    const fetched = await fetchFiles(attempt.reply, fetchMedia, found)
    if (fetched === undefined || attempt.reply.ended) return
    if ('failure' in fetched) return done(fetched)
    for (const { at } of found) attempt.admitted.onNotice(notice('media-fetched', at))
    done(inlineMedia(request, fetched.files))
  } catch (error) {
    if (attempt.reply.ended) return
    if (attempt.failover) attempt.failover.refuse(error)
    else refuseError(attempt.reply, error)
  }
}

/** Context of a second look at an answer, whose notices are dropped. */
export function silentContext(admitted: AdmittedRequest): Context {
  return { ...contextOf(admitted), onNotice: () => {} }
}

/** Removes the text with which Claude Code opens its system prompt: it differs in each session, and means nothing to models of other vendors. */
export function stripBillingHeader(request: GenerateRequest, onNotice: (notice: Notice) => void): GenerateRequest {
  const index = placeOfHeader(request.turns)
  const turn = request.turns[index]
  if (turn === undefined) return request
  for (const part of turn.parts) if (isBillingHeader(part)) onNotice(notice('billing-header', part.at ?? turn.at ?? ''))
  const parts = turn.parts.filter((part) => !isBillingHeader(part))
  const kept: readonly Turn[] = parts.length === 0 ? [] : [{ ...turn, parts }]
  return { ...request, turns: [...request.turns.slice(0, index), ...kept, ...request.turns.slice(index + 1)] }
}

/** Index of the turn with the header. Only instructions are searched, since a conversation may be long. */
function placeOfHeader(turns: readonly Turn[]): number {
  for (let place = 0; place < turns.length; place++) {
    const turn = turns[place]
    if (turn?.author !== 'instruction') continue
    for (const part of turn.parts) if (isBillingHeader(part)) return place
  }
  return -1
}

function isBillingHeader(part: Part): boolean {
  return part.type === 'text' && part.text.startsWith('x-anthropic-billing-header:')
}
