import type { Upstream } from '../../../clients/driver/upstreams.ts'

/** Destination of an agent: through the gateway onto an upstream, or without a gateway to the vendor whose format it speaks. */
export type Column = Upstream | 'direct'
