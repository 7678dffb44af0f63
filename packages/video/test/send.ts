import type { JsonObject, Notice, WireMessage } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import { decodeWish, tiers, type TierId, type VideoRequest, type VideoUpstream } from '../src/index.ts'

export interface Sent {
  readonly calls: readonly WireMessage<JsonObject>[]
  readonly notices: readonly Notice[]
}

/** What a body of the interface becomes at an upstream, and what is said of it. All input is frozen: whoever writes to it throws. */
export function send(upstream: VideoUpstream, tier: TierId, body: JsonObject, dialect: JsonObject = {}): Sent {
  const client = createTestContext()
  const wish = decodeWish(deepFreeze(body), tiers[tier], client.context)
  const { calls, notices } = sendWish(upstream, wish, { family: tiers[tier].family, ...dialect })
  return { calls, notices: [...client.notices, ...notices] }
}

/** What a canonical wish becomes. */
export function sendWish(upstream: VideoUpstream, wish: VideoRequest, dialect: JsonObject = {}): Sent {
  const { context, notices } = createTestContext({ dialect: deepFreeze(dialect) })
  const calls = upstream.lowerRequest(deepFreeze(wish), context).map((call) => upstream.encodeSubmit(deepFreeze(call), context))
  return { calls, notices }
}
