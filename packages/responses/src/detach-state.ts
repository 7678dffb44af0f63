import type { GenerateRequest, Json, ServerState } from '@interlingua/core'
import { hintOf, withHint } from './extension.ts'
import type { Draft } from './extension.ts'

const encrypted = 'reasoning.encrypted_content'

/**
 * A request whose conversation and answer somebody in front of the upstream keeps, and has looked up: nothing of it is left for the upstream
 * to know. `own`: the upstream speaks this format, so that it must be told to keep nothing, and is asked for reasoning that can be sent
 * again, unless it knows no such thing (`sealed: false`).
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
