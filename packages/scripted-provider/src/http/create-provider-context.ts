import { defaultLimits, defaultPolicy } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import type { Context } from '@interlingua/core'
import type { DemoRequest } from './demo-request.ts'

/** The adapters' context in the demo, with a clock that stands still, ids derived from the request, and no notices. */
export function createProviderContext({ state, requestId }: DemoRequest): Context {
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
