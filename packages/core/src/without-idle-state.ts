import { copyRequest } from './copy-request.ts'
import { hasKeys } from './has-keys.ts'
import type { GenerateRequest, ServerState } from './request.ts'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Copies a request without the state that is the default at a server that keeps nothing: that a response is not stored, and is waited for.
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
