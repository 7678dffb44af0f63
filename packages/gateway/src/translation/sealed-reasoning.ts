import type { JsonObject } from '@interlingua/core'
import type { FormatEdge, SealedReasoning } from '@interlingua/core/edge'
import type { Channel, Target } from '@interlingua/upstreams'
import type { AdmittedRequest } from '../server/client-request.ts'

/** True if a model of this channel returns sealed reasoning to clients of the channel's own format that ask for it. */
export function isSealing({ dialect, profileOf }: Channel, model: string): boolean {
  return dialect['encryptedReasoning'] !== false && profileOf(model)?.efforts?.length !== 0
}

/**
 * Seals that the upstream must be asked for on behalf of the gateway, which keeps the conversation: without them the reasoning could not go back. The
 * client, which did not ask, is not shown them. Undefined where there is nothing to ask for.
 */
export function sealsFor(admitted: AdmittedRequest, { channel, model }: Target, body: JsonObject): SealedReasoning | undefined {
  const { client, keepsItems } = admitted
  const seals = sealsOf(client.edge)
  if (keepsItems !== true || seals === undefined || channel.edge !== client.edge) return undefined
  return isSealing(channel, model) && !seals.isAsked(body) ? seals : undefined
}

function sealsOf({ upstream }: FormatEdge): SealedReasoning | undefined {
  return upstream.responses?.seals
}
