import type { Dispatcher } from 'undici'
import type { Channel } from './channel.ts'
import type { ChannelConfig } from './config/config-schema.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import type { Way } from './create-pools.ts'
import { openChannel } from './open-channel.ts'

/**
 * Opens channels, and gives again the one that is open already where nothing about it changed, its secret included: what a channel has
 * learnt of its upstream outlives a reload.
 */
export function createChannelKeeper(poolOf: (way: Way) => Dispatcher): (channel: ChannelConfig, config: GatewayConfig) => Channel {
  const open = new Map<string, { readonly said: string; readonly channel: Channel }>()
  return (line, config) => {
    const channel = openChannel(line, config, poolOf)
    const { policy, timeouts, liveness, profiles, circuit, retry } = config
    const said = JSON.stringify([line, channel.headers, policy, timeouts, liveness, profiles, circuit, retry?.on])
    const known = open.get(line.name)
    if (known?.said === said && known.channel.pool === channel.pool) return known.channel
    open.set(line.name, { said, channel })
    return channel
  }
}
