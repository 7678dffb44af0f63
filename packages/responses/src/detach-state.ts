import type { GenerateRequest, ServerState } from '@interlingua/core'
import type { Draft } from './extension.ts'
import { sealedReasoning } from './sealed-reasoning.ts'

/**
 * Rewrites a request whose conversation and response are stored in front of the upstream, so that the upstream needs none of its
 * references. `own`: the upstream speaks this format, so it is told to store nothing and asked for sealed reasoning, unless it has none
 * (`sealed: false`).
 */
export function detachState(
  request: GenerateRequest,
  { own, sealed = true }: { readonly own: boolean; readonly sealed?: boolean },
): GenerateRequest {
  const { state, ...rest } = request
  const left: Draft<ServerState> = { ...state }
  delete left.previousResponse
  delete left.conversation
  delete left.background
  delete left.store
  if (own) left.store = false
  const detached: Draft<GenerateRequest> = rest
  if (Object.keys(left).length > 0) detached.state = left
  return own && sealed ? sealedReasoning.askRequest(detached) : detached
}
