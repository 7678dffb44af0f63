import type { EndpointFacts } from './endpoint-facts.ts'
import type { Exchange } from './exchange.ts'

/** A path of the gateway and what answers there. Each folder lists its own; `endpoints/endpoints.ts` gathers them. */
export interface Endpoint extends EndpointFacts {
  readonly serve: (exchange: Exchange, parameters: Parameters) => void
}

/** What stood in the place of the braces, with escapes read once. */
export type Parameters = Readonly<Record<string, string>>
