import {
  applyPolicy,
  declareNotices,
  findUrls,
  isJsonObject,
  placeFetched,
  type Context,
  type Fetched,
  type GenerateRequest,
  type Notice,
  type Pointer,
  type WireMessage,
} from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { passes } from '../requests/passes.ts'
import { stripBillingHeader } from '../requests/strip-billing-header.ts'

/** What becomes of a request on its way to an upstream. */
export interface Explanation {
  /** The request in the canonical model. */
  readonly canonical: GenerateRequest
  /** What the upstream would get. No credential is in it. */
  readonly request: WireMessage<unknown>
  readonly notices: readonly Notice[]
  /** Why the request would be refused instead of sent, where the policy says so. */
  readonly refusal?: { readonly message: string; readonly path: Pointer }
}

export interface ExplainedWay {
  readonly from: FormatEdge
  readonly to: FormatEdge
  /** The model's id at the upstream; absent: as the client says it. */
  readonly model?: string
  readonly version?: string
  readonly contextOf: (side: FormatEdge, onNotice: Context['onNotice']) => Context
}

const notice = declareNotices('gateway', [], {
  'media-to-fetch': {
    kind: 'approximated',
    message: 'the upstream cannot be told an address here: the gateway would fetch the file and send its bytes',
    benign: true,
  },
})

/** The way of a request, without sending it or anything else. Throws the errors of the adapters. */
export function explainRequest(message: WireMessage<unknown>, way: ExplainedWay): Explanation {
  const notices: Notice[] = []
  const onNotice = (reported: Notice): void => void notices.push(reported)
  const { from, to } = way
  const client = way.contextOf(from, onNotice)
  const upstream = way.contextOf(to, onNotice)
  const decoded = from.adapter.decodeRequest(from.adapter.parseRequest(message, client), client)
  const whole = isJsonObject(message.body) && passes(from, to, { body: message.body, bytes: Buffer.from(JSON.stringify(message.body)) })
  const canonical = from === to ? decoded : stripBillingHeader(decoded, onNotice)
  const request = way.model === undefined ? canonical : { ...canonical, model: way.model }
  // A request of the upstream's own format passes as it is, but for what the model does not take.
  const lowered = whole ? request : to.adapter.lowerRequest(standIn(request, to, upstream), upstream).request
  const encoded = to.adapter.encodeRequest(lowered, upstream)
  const sent =
    whole && to.upstream.fitBody && isJsonObject(encoded.body) ? { ...encoded, body: to.upstream.fitBody(encoded.body, upstream) } : encoded
  const refusal = applyPolicy(notices, upstream.policy)
  return {
    canonical,
    request: { ...sent, headers: { ...to.upstream.headers(undefined, way.version ?? '2023-06-01'), ...sent.headers } },
    notices,
    ...(refusal && { refusal: { message: refusal.message, path: refusal.path ?? '' } }),
  }
}

/** The request with a word in the place of each file that would be fetched. */
function standIn(request: GenerateRequest, { adapter }: FormatEdge, context: Context): GenerateRequest {
  const files = new Map<string, Fetched>()
  for (const { url, kind, mime, at } of findUrls(request, adapter, context)) {
    files.set(url, { mime: mime ?? usualTypes[kind], base64: '(the bytes of the file, fetched when the request is sent)' })
    context.onNotice(notice('media-to-fetch', at))
  }
  return files.size === 0 ? request : placeFetched(request, files)
}

const usualTypes = { image: 'image/png', audio: 'audio/wav', video: 'video/mp4', document: 'application/pdf' } as const
