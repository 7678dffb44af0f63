import type { Asked, GenerateAdapter, Sent, WireMessage } from './adapter.ts'
import type { Context } from './context.ts'
import type { GenerateRequest } from './request.ts'

/** The two contexts of a translation: one per format. */
export interface Sides {
  readonly client: Context
  readonly upstream: Context
}

export interface TranslatedRequest {
  readonly message: WireMessage<unknown>
  readonly asked: Asked & { readonly request: GenerateRequest }
  readonly sent: Required<Sent>
}

/**
 * A request of a client of `from` as a request to an upstream of `to`. Keep `asked` and `sent`: the answer's way back needs them.
 * Throws WireError and LimitError for a body that is not `from`'s, UnsupportedError where nothing of it would survive.
 */
export function translateRequest(
  from: GenerateAdapter,
  to: GenerateAdapter,
  message: WireMessage<unknown>,
  sides: Sides,
): TranslatedRequest {
  const request = from.decodeRequest(from.parseRequest(message, sides.client), sides.client)
  const lowered = to.lowerRequest(request, sides.upstream)
  return {
    message: to.encodeRequest(lowered.request, sides.upstream),
    asked: { request },
    sent: { reversals: lowered.reversals },
  }
}
