import { copyRequest } from './copy-request.ts'
import { hasKeys } from './has-keys.ts'
import type { GenerateRequest, ServerState } from './request.ts'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/**
 * A copy of a request, for the caller to go on with, without the state that happens anyway at a server that keeps nothing: that an answer is
 * not kept, and is waited for.
 */
export function withoutIdleState(request: GenerateRequest): Draft<GenerateRequest> {
  return copyRequest(request, request.state && withoutIdle(request.state))
}

function withoutIdle(state: ServerState): ServerState | undefined {
  if (state.store !== false && state.background !== false) return hasKeys(state) ? state : undefined
  const { store, background, ...others } = state
  const left: Draft<ServerState> = others
  if (store) left.store = store
  if (background) left.background = background
  return hasKeys(left) ? left : undefined
}
