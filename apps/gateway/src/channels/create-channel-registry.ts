import type { Dispatcher } from 'undici'
import type { Channel } from './channel.ts'
import type { ChannelConfig } from '../config/config-schema.ts'
import type { GatewayConfig } from '../config/gateway-config.ts'
import type { ConnectionOptions } from './create-pools.ts'
import type { UpstreamKinds } from './kinds.ts'
import { openChannel } from './open-channel.ts'

/** Opens the channels of a configuration. Throws `ConfigError`; then nothing has happened. */
export type OpenChannels = (lines: readonly ChannelConfig[], config: GatewayConfig) => readonly Channel[]

interface Kept {
  readonly channel: Channel
  /** All that was said of it; of what it has learnt of its upstream, what matters; and of its places. */
  readonly said: string
  readonly upstream: string
  readonly places: string
}

/**
 * Opens channels, and gives again the one that is open already where nothing about it changed, its secret included: what a channel has
 * learnt of its upstream outlives a reload. Where something changed that is nothing to its upstream, such as its models, it keeps its circuit,
 * and its places with all who have one or wait for one.
 */
export function createChannelRegistry(kinds: UpstreamKinds, poolOf: (connection: ConnectionOptions) => Dispatcher): OpenChannels {
  let open: ReadonlyMap<string, Kept> = new Map()
  return (lines, config) => {
    const kept = lines.map((line) => keep(describe(line, config, openChannel(line, config, kinds, poolOf)), open.get(line.name)))
    open = new Map(kept.map((each) => [each.channel.name, each]))
    return kept.map(({ channel }) => channel)
  }
}

function describe(line: ChannelConfig, config: GatewayConfig, channel: Channel): Kept {
  const { policy, timeouts, liveness, profiles, circuit, retry } = config
  return {
    channel,
    said: JSON.stringify([line, channel.headers, policy, timeouts, liveness, profiles, circuit, retry?.on]),
    upstream: JSON.stringify([line.format, line.baseUrl, channel.headers, line.circuit, circuit]),
    places: JSON.stringify(line.concurrency),
  }
}

function keep(next: Kept, known: Kept | undefined): Kept {
  if (known === undefined || known.channel.pool !== next.channel.pool || known.upstream !== next.upstream) return next
  if (known.said === next.said) return known
  // The secrets of an authorizer are asked for, which no copy would do.
  if (next.channel.authorizer) return next
  const { circuit, queue } = known.channel
  return { ...next, channel: { ...next.channel, circuit, ...(queue && known.places === next.places && { queue }) } }
}
