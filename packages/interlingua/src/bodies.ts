import type { InboundAdapter, OutboundAdapter } from '@interlingua/core'
import type { DialectSettings, InboundEdge, OutboundEdge } from '@interlingua/core/edge'

/** Body of a request in a format: `RequestBody<typeof anthropic>`. */
export type RequestBody<E> =
  E extends InboundEdge<InboundAdapter<infer Q, infer _R, infer _E, infer _F>>
    ? Q
    : E extends OutboundEdge<OutboundAdapter<infer Q, infer _R, infer _E, infer _F>, infer _D, infer _P>
      ? Q
      : unknown

/** Body of a whole answer in a format. */
export type ResponseBody<E> =
  E extends InboundEdge<InboundAdapter<infer _Q, infer R, infer _E, infer _F>>
    ? R
    : E extends OutboundEdge<OutboundAdapter<infer _Q, infer R, infer _E, infer _F>, infer _D, infer _P>
      ? R
      : unknown

/** Settings in which the servers of a format differ, and the names of the ready-made ones. */
export type DialectOf<E> = E extends { readonly dialect: DialectSettings<infer D, infer P> } ? P | Partial<D> : never
