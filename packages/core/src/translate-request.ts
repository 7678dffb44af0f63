import type { Asked, GenerateAdapter, Lowered, Sent, WireMessage } from './adapter.ts'
import { applyPolicy } from './apply-policy.ts'
import type { Context } from './context.ts'
import { explainUnsupported } from './explain-unsupported.ts'
import type { Failure } from './failure.ts'
import type { Notice } from './notice.ts'
import type { GenerateRequest } from './request.ts'

/** The two contexts of a translation: one per format. */
export interface Sides {
  readonly client: Context
  readonly upstream: Context
}

export interface TranslatedRequest<Q = unknown> {
  readonly refusal?: undefined
  readonly message: WireMessage<Q>
  readonly asked: Asked & { readonly request: GenerateRequest }
  readonly sent: Required<Sent>
}

/** A request that must not be sent. `from.encodeFailure` prints the refusal for the client. */
export interface RefusedRequest {
  readonly refusal: Failure
  readonly message?: undefined
  readonly asked?: undefined
  readonly sent?: undefined
}

/**
 * A request of a client of `from` as a request to an upstream of `to`. Keep `asked` and `sent`: the answer's way back needs them.
 * Where the policy of one of the sides refuses a notice of either, the result is that refusal, and nothing was encoded; the notices
 * were reported all the same.
 * Throws WireError and LimitError for a body that is not `from`'s, UnsupportedError where nothing of it would survive.
 */
export function translateRequest<Q>(
  from: GenerateAdapter,
  // The body is what `encodeRequest` gives: what `decodeRequest` takes may be wider.
  to: Pick<GenerateAdapter<Q>, 'encodeRequest'> & GenerateAdapter,
  message: WireMessage<unknown>,
  sides: Sides,
): TranslatedRequest<Q> | RefusedRequest {
  const notices: Notice[] = []
  const client = withNotices(sides.client, notices)
  const upstream = withNotices(sides.upstream, notices)
  const request = from.decodeRequest(from.parseRequest(message, client), client)
  const lowered = lower(to, request, upstream, notices)
  const refusal = refusalOf(notices, sides)
  if (refusal !== undefined) return { refusal }
  return {
    message: to.encodeRequest(lowered.request, upstream),
    asked: { request },
    sent: { reversals: lowered.reversals },
  }
}

function lower(to: GenerateAdapter, request: GenerateRequest, context: Context, notices: readonly Notice[]): Lowered {
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

function refusalOf(notices: readonly Notice[], { client, upstream }: Sides): Failure | undefined {
  if (notices.length === 0) return undefined
  const refusal = applyPolicy(notices, client.policy)
  return refusal === undefined && upstream.policy !== client.policy ? applyPolicy(notices, upstream.policy) : refusal
}
