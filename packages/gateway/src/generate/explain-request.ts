import { passes } from '../translation/pass-through.ts'
import { addDefaults } from '../translation/request-defaults.ts'
import { stripBillingHeader } from '../translation/translation.ts'
import {
  applyPolicy,
  type Context,
  type Fetched,
  findRemoteMedia,
  type GenerateRequest,
  inlineMedia,
  isJsonObject,
  type JsonObject,
  type Notice,
  type Pointer,
  type WireMessage,
} from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import type { FormatEdge } from '@interlingua/core/edge'
import { answerJson } from '../reply/write-reply.ts'
import { type Channel, isChosen, type RequestDefaults } from '@interlingua/upstreams'
import { type FailureReply, type Formats, invalidRequest, queryOf } from '@interlingua/gateway-kernel'
import { type AdmittedRequest, type ClientRequest, contextOf } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import { permitsModel, refuseModel } from '@interlingua/access'
import type { ParsedBody } from '../body/parse-body.ts'
import { readPolicy } from '../translation/policy.ts'
import { unknownModel } from '../operation/admit-request.ts'

/** Message of a request that is only to be explained; `model` and `stream` replace those of the body. */
export function messageOf(
  from: FormatEdge,
  body: JsonObject,
  model: string | undefined,
  stream: boolean | undefined,
  headers: Readonly<Record<string, string>> = {},
): WireMessage<unknown> {
  if (!from.client.stream.arrays) {
    const whole = { ...body, ...(model !== undefined && { model }), ...(stream !== undefined && { stream }) }
    return { path: from.adapter.http.path({ model: model ?? '', stream: stream ?? false }), query: {}, headers, body: whole }
  }
  const { model: named, stream: streamed, ...rest } = body
  const id = model ?? (typeof named === 'string' ? named : '')
  return { path: from.adapter.http.path({ model: id, stream: stream ?? streamed === true }), query: {}, headers, body: rest }
}

/** Translation of a request, as it would be sent to an upstream. */
export interface Explanation {
  /** The request in the canonical model. */
  readonly canonical: GenerateRequest
  /** Canonical request that was encoded: what is legal for the upstream, with places in the client's document. */
  readonly lowered: GenerateRequest
  /** Request that the upstream would get, without credentials. */
  readonly request: WireMessage<unknown>
  readonly notices: readonly Notice[]
  /** Reason for which the policy would refuse the request; absent if it would be sent. */
  readonly refusal?: { readonly message: string; readonly path: Pointer }
}

interface ExplainedWay {
  readonly from: FormatEdge
  readonly to: FormatEdge
  /** Id of the model at the upstream. Default: the client's. */
  readonly model?: string
  readonly version?: string
  /** Parameters that the operator set for the model. */
  readonly defaults?: RequestDefaults
  readonly contextOf: (side: FormatEdge, onNotice: Context['onNotice']) => Context
}

export const notice = declareNotices('gateway', [], {
  'media-to-fetch': {
    kind: 'approximated',
    message: 'the upstream cannot be told an address here: the gateway would fetch the file and send its bytes',
    benign: true,
  },
})

/** Translates a request without sending it or fetching files. Throws the errors of the adapters. */
export function explainRequest(message: WireMessage<unknown>, way: ExplainedWay): Explanation {
  const notices: Notice[] = []
  const onNotice = (reported: Notice): void => void notices.push(reported)
  const { from, to } = way
  const client = way.contextOf(from, onNotice)
  const upstream = way.contextOf(to, onNotice)
  const decoded = from.adapter.decodeRequest(from.adapter.parseRequest(message, client), client)
  const whole =
    way.defaults === undefined &&
    isJsonObject(message.body) &&
    passes(from, to, { body: message.body, bytes: Buffer.from(JSON.stringify(message.body)) })
  const canonical = addDefaults(from === to ? decoded : stripBillingHeader(decoded, onNotice), way.defaults, onNotice)
  const request = way.model === undefined ? canonical : { ...canonical, model: way.model }
  // A request of the upstream's own format passes as it is, but for what the model does not take.
  const lowered = whole ? request : to.adapter.lowerRequest(standIn(request, to, upstream), upstream).request
  const encoded = to.adapter.encodeRequest(lowered, upstream)
  const sent =
    whole && to.upstream.fitBody && isJsonObject(encoded.body) ? { ...encoded, body: to.upstream.fitBody(encoded.body, upstream) } : encoded
  const refusal = applyPolicy(notices, upstream.policy)
  return {
    canonical,
    lowered,
    request: { ...sent, headers: { ...to.upstream.headers(undefined, way.version ?? '2023-06-01'), ...sent.headers } },
    notices,
    ...(refusal && { refusal: { message: refusal.message, path: refusal.path ?? '' } }),
  }
}

/** Request with a placeholder for each file that would be fetched. */
function standIn(request: GenerateRequest, { adapter }: FormatEdge, context: Context): GenerateRequest {
  const files = new Map<string, Fetched>()
  for (const { url, kind, mime, at } of findRemoteMedia(request, adapter, context)) {
    files.set(url, { mime: mime ?? usualTypes[kind], base64: '(the bytes of the file, fetched when the request is sent)' })
    context.onNotice(notice('media-to-fetch', at))
  }
  return files.size === 0 ? request : inlineMedia(request, files)
}

const usualTypes = { image: 'image/png', audio: 'audio/wav', video: 'video/mp4', document: 'application/pdf' } as const

/** Serves `POST /v1/translate?from=&to=`: the request in the canonical model and in another format, with its notices, without a call. */
export function serveTranslate(admitted: AdmittedRequest, reply: Reply, { body }: ParsedBody): FailureReply | void {
  const query = queryOf(admitted.client.incoming.url ?? '')
  const from = readFormat(admitted.client.gateway.formats, query, 'from')
  if ('failure' in from) return from
  const streamed = query.get('stream')
  const message = messageOf(
    from,
    body,
    query.get('model') ?? undefined,
    streamed === null ? undefined : streamed === 'true',
    formatHeaders(admitted.client, from),
  )
  const named = query.get('model') ?? body['model']
  const model = typeof named === 'string' ? named : ''
  const target = admitted.client.gateway.resolve(model, from.adapter.format)
  // The upstream's id of a model is told to keys that may use the model.
  if (target !== undefined && !permitsModel(admitted.grant.key, model)) return refuseModel(model)
  const to = query.has('to') ? readFormat(admitted.client.gateway.formats, query, 'to') : (target?.channel.edge ?? unknownModel(model))
  if ('failure' in to) return to
  // Settings of a channel of another format do not apply.
  const channel = target?.channel.edge === to ? target.channel : undefined
  const policy = readPolicy(admitted.client.incoming.headers, target?.channel.policy ?? admitted.policy)
  if ('failure' in policy) return policy
  admitted.policy = policy.policy
  const { lowered: _, ...explanation } = explainRequest(message, {
    from,
    to,
    ...(channel && target?.renamed && { model: target.model }),
    ...(channel && target?.defaults && { defaults: target.defaults }),
    ...(typeof channel?.dialect['version'] === 'string' && { version: channel.dialect['version'] }),
    contextOf: (side, onNotice) => ({
      ...sideContext(admitted, side, side === to ? channel : undefined, target?.model ?? model),
      ...(side === to && channel && target && isChosen(target, model) && { modelChosen: true }),
      onNotice,
    }),
  })
  answerJson(reply, explanation)
}

function sideContext(
  admitted: AdmittedRequest,
  side: FormatEdge,
  channel: Channel | undefined,
  model: string,
): ReturnType<typeof contextOf> {
  const profile = channel ? channel.profileOf(model) : admitted.client.gateway.profileOf(side.adapter.format, model)
  return contextOf(admitted, channel?.dialect ?? {}, profile)
}

function readFormat(formats: Formats, query: URLSearchParams, name: string): FormatEdge | FailureReply {
  const known = formats.find(query.get(name) ?? '')
  return known ?? invalidRequest(`the query parameter ${name} must be one of ${formats.ids.join(', ')}`)
}

function formatHeaders(
  { incoming: request }: ClientRequest,
  {
    client: {
      headers: { forwarded, read = [] },
    },
  }: FormatEdge,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of [...forwarded, ...read]) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}
