import type { DecodeState, EncodeState, InboundAdapter, OutboundAdapter, WireReply } from './adapter.ts'
import { cutAtStops } from './cut-at-stops.ts'
import type { Contexts } from './translate-request.ts'

/** Translates the response of an upstream of `to` for a client of `from`. Throws WireError if the body is not a response of `to`. */
export function translateResponse<R>(
  from: Pick<InboundAdapter<unknown, R>, 'encodeResponse'> & InboundAdapter,
  to: OutboundAdapter,
  reply: WireReply<unknown>,
  sides: Contexts,
  state: EncodeState & DecodeState,
): WireReply<R> {
  const response = to.decodeResponse(to.parseResponse(reply, sides.upstream), sides.upstream, state)
  return from.encodeResponse(cutAtStops(response, state.reversals?.stops), sides.client, state)
}
