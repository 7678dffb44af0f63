import { hasKeys } from './has-keys.ts'
import type { GenerateRequest, ServerState } from './request.ts'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/**
 * A copy of a request, for the caller to go on with, without the state that happens anyway at a server that keeps nothing: that an answer is
 * not kept, and is waited for. It is made anew rather than by `delete`, which would make a slow object of what is read often.
 */
export function withoutIdleState(request: GenerateRequest): Draft<GenerateRequest> {
  const state = request.state && withoutIdle(request.state)
  if (state === request.state) return { ...request }
  const { state: _, ...others } = request
  return state === undefined ? others : { ...others, state }
}

function withoutIdle(state: ServerState): ServerState | undefined {
  if (state.store !== false && state.background !== false) return hasKeys(state) ? state : undefined
  const { store, background, ...others } = state
  const left: Draft<ServerState> = others
  if (store) left.store = store
  if (background) left.background = background
  return hasKeys(left) ? left : undefined
}
