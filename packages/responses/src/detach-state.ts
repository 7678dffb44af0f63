import type { GenerateRequest, Json, ServerState } from '@interlingua/core'
import { hintOf, withHint } from './extension.ts'
import type { Draft } from './extension.ts'

const encrypted = 'reasoning.encrypted_content'

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
  if (!own || !sealed) return detached
  const { include } = hintOf(request)
  const list: readonly Json[] = Array.isArray(include) ? include : []
  if (!list.includes(encrypted)) detached.extensions = withHint(request, { include: [...list, encrypted] })
  return detached
}
