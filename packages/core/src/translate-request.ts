import type { DecodeState, EncodeState, InboundAdapter, Lowered, OutboundAdapter, WireMessage } from './adapter.ts'
import { applyPolicy } from './apply-policy.ts'
import type { Context } from './context.ts'
import { effectiveSettings } from './effective-settings.ts'
import { explainUnsupported } from './explain-unsupported.ts'
import type { Failure } from './failure.ts'
import type { Notice } from './notice.ts'
import type { GenerateRequest } from './request.ts'

/** Contexts of a translation, one for each format. */
export interface Contexts {
  readonly client: Context
  readonly upstream: Context
}

export interface TranslatedRequest<Q = unknown> {
  readonly refusal?: undefined
  readonly message: WireMessage<Q>
  readonly asked: EncodeState & { readonly request: GenerateRequest }
  readonly sent: Required<DecodeState>
}

/** A request that must not be sent. `from.encodeFailure` prints the refusal for the client. */
export interface RefusedRequest {
  readonly refusal: Failure
  readonly message?: undefined
  readonly asked?: undefined
  readonly sent?: undefined
}

/**
 * Translates a request of a client of `from` for an upstream of `to`; keep `asked` and `sent` for the response. If the policy of either
 * side refuses a notice, or upstreams of `from` alone can serve the request, the result is that refusal, and nothing was encoded; the notices are reported all the same.
 * `change` is made to the request before it is lowered: another model, media in place of addresses.
 * Throws WireError and LimitError for a body that is not `from`'s, UnsupportedError if nothing of it would survive.
 */
export function translateRequest<Q>(
  from: InboundAdapter,
  // Body as `encodeRequest` gives it; `decodeRequest` may take more.
  to: Pick<OutboundAdapter<Q>, 'encodeRequest'> & OutboundAdapter,
  message: WireMessage<unknown>,
  sides: Contexts,
  change: (request: GenerateRequest) => GenerateRequest = keep,
): TranslatedRequest<Q> | RefusedRequest {
  const notices: Notice[] = []
  const client = withNotices(sides.client, notices)
  const upstream = withNotices(sides.upstream, notices)
  const request = change(from.decodeRequest(from.parseRequest(message, client), client))
  const own = from.format === to.format ? undefined : from.refuseElsewhere?.(request)
  if (own !== undefined) return { refusal: own }
  const lowered = lower(to, request, upstream, notices)
  const refusal = refusalOf(notices, sides)
  if (refusal !== undefined) return { refusal }
  return {
    message: to.encodeRequest(lowered.request, upstream),
    asked: { request, effective: effectiveSettings(lowered.request) },
    sent: { reversals: lowered.reversals },
  }
}

function keep(request: GenerateRequest): GenerateRequest {
  return request
}

function lower(to: OutboundAdapter, request: GenerateRequest, context: Context, notices: readonly Notice[]): Lowered {
  try {
    return to.lowerRequest(request, context)
  } catch (error) {
    throw explainUnsupported(error, notices)
  }
}

function withNotices(context: Context, notices: Notice[]): Context {
  return {
    ...context,
    onNotice: (notice) => {
      notices.push(notice)
      context.onNotice(notice)
    },
  }
}

function refusalOf(notices: readonly Notice[], { client, upstream }: Contexts): Failure | undefined {
  if (notices.length === 0) return undefined
  const refusal = applyPolicy(notices, client.policy)
  return refusal === undefined && upstream.policy !== client.policy ? applyPolicy(notices, upstream.policy) : refusal
}
