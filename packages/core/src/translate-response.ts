import type { Asked, GenerateAdapter, Sent, WireReply } from './adapter.ts'
import { cutAtStops } from './cut-at-stops.ts'
import type { Sides } from './translate-request.ts'

/** The answer of an upstream of `to` as an answer to a client of `from`. Throws WireError where the body is not an answer of `to`. */
export function translateResponse<R>(
  from: Pick<GenerateAdapter<unknown, R>, 'encodeResponse'> & GenerateAdapter,
  to: GenerateAdapter,
  reply: WireReply<unknown>,
  sides: Sides,
  state: Asked & Sent,
): WireReply<R> {
  const response = to.decodeResponse(to.parseResponse(reply, sides.upstream), sides.upstream, state)
  return from.encodeResponse(cutAtStops(response, state.reversals?.stops), sides.client, state)
}
