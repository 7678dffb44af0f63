import { defaultLimits, defaultPolicy, deriveId } from '@interlingua/core'
import type { Context } from '@interlingua/core'
import type { Exchange } from './exchange.ts'

/** The adapters' context on the demo's side: a clock that stands still and ids that follow from the request. The demo loses nothing that a caller should know of. */
export function createProviderContext({ state, requestId }: Exchange): Context {
  let ids = 0
  return {
    onNotice: () => {},
    newId: (prefix) => deriveId(prefix, requestId, ids++),
    now: () => state.now,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect: {},
  }
}
