import type { Contexts, DecodeState, EncodeState, Failure, Notice, Usage } from '@interlingua/core'
import type { InboundEdge } from '@interlingua/core/edge'
import type { Finished, OpenUpstream } from './upstream.ts'

/** Changes a failure of the upstream that clients are not told as it is. */
export type Veil = (failure: Failure) => Failure

/** Request on its way. */
export interface Running {
  readonly upstream: OpenUpstream
  readonly contexts: Contexts
  readonly state: EncodeState & DecodeState
  readonly notices: Notice[]
  readonly signal: AbortSignal
  usage?: Usage
  readonly finish: (outcome: Finished['outcome'], status: number) => void
}

/** Failure without what only the upstream's format has: its document, and a place in a document that the client did not write. */
export function withoutOrigin(failure: Failure, from: InboundEdge, { to }: OpenUpstream): Failure {
  if (from.adapter.format === to.adapter.format) return failure
  const { raw: _raw, extensions: _extensions, requestId: _requestId, path: _path, ...rest } = failure
  return rest
}
