import type { JsonObject } from '@interlingua/core'
import type { EmbedAdapter } from '@interlingua/embeddings'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'

/** How clients of one dialect ask this gateway for embeddings. */
export interface EmbedStyle {
  readonly adapter: EmbedAdapter
  readonly readModel: (exchange: Exchange, body: JsonObject) => { readonly model: string } | Fault
  /** The profile by which the client's side is read: what this service takes of the dialect. */
  readonly settings: (exchange: Exchange) => JsonObject
  /** Whether an answer says how many tokens it took, also where its upstream does not. */
  readonly tellsUsage: (exchange: Exchange) => boolean
}
