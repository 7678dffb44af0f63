import type { Channel } from '../channels/channel.ts'
import type { GatewayState } from '../gateway-state.ts'

/** The channel whose upstream may know what is not known here: where there is exactly one that keeps anything. */
export function onlyNative({ channels }: GatewayState): Channel | undefined {
  const [only, ...others] = channels.filter(({ state }) => state)
  return others.length === 0 ? only : undefined
}
