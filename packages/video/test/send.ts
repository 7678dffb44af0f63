import type { JsonObject, Notice, WireMessage } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import { decodeVideoRequest, videoTiers, type TierId, type VideoRequest, type VideoUpstream } from '../src/index.ts'

export interface Sent {
  readonly calls: readonly WireMessage<JsonObject>[]
  readonly notices: readonly Notice[]
}

/**
 * The calls that a body of the interface causes at an upstream, with the notices. All input is frozen, so that code that writes to it
 * throws.
 */
export function send(upstream: VideoUpstream, tier: TierId, body: JsonObject, dialect: JsonObject = {}): Sent {
  const client = createTestContext()
  const request = decodeVideoRequest(deepFreeze(body), videoTiers[tier], client.context)
  const { calls, notices } = sendRequest(upstream, request, { family: videoTiers[tier].family, ...dialect })
  return { calls, notices: [...client.notices, ...notices] }
}

/** The calls that a canonical request causes. */
export function sendRequest(upstream: VideoUpstream, request: VideoRequest, dialect: JsonObject = {}): Sent {
  const { context, notices } = createTestContext({ dialect: deepFreeze(dialect) })
  const calls = upstream.lowerRequest(deepFreeze(request), context).map((call) => upstream.encodeSubmit(deepFreeze(call), context))
  return { calls, notices }
}
