import type { Dispatcher } from 'undici'
import { ConfigError } from '@interlingua/gateway-kernel'
import type { Channel, UpstreamKinds } from './channel.ts'
import type { ChannelDefaults, ChannelOptions } from './channel-options.ts'
import type { ConnectionOptions } from './create-pools.ts'
import { describeUpstream, openChannel } from './open-channel.ts'
import type { CallControls } from '../controls.ts'

/** Channels of the configuration in force. */
export interface ChannelRegistry {
  /** Opens the channels of another configuration, which may then be adopted. Throws a `ConfigError` for settings that cannot be used. */
  open(lines: readonly ChannelOptions[], config: ChannelDefaults): readonly Channel[]
  /** Puts channels that were opened here in force: those opened next are compared with these. */
  adopt(channels: readonly Channel[]): void
}

interface Kept {
  readonly channel: Channel
  /** All settings of the channel, by which a change is found; `upstream` has those of its connection, `places` those of its queue. */
  readonly said: string
  readonly upstream: string
  readonly places: string
}

/**
 * Opens channels, and returns an open one again if none of its settings changed, so that its breaker state outlives a reload. Reuses the breaker and
 * the concurrency queue of a channel whose connection settings did not change.
 */
export function createChannelRegistry(
  kinds: UpstreamKinds,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
  controls?: CallControls,
): ChannelRegistry {
  let inForce: ReadonlyMap<string, Kept> = new Map()
  const opened = new WeakMap<readonly Channel[], ReadonlyMap<string, Kept>>()
  return {
    open(lines, config) {
      checkNames(lines.map(({ name }) => name))
      const used = lines.filter(({ disabled }) => disabled !== true)
      const kept = used.map((line) =>
        keep(describe(line, config, openChannel(line, config, kinds, poolOf, controls)), inForce.get(line.name)),
      )
      const channels = kept.map(({ channel }) => channel)
      opened.set(channels, new Map(kept.map((each) => [each.channel.name, each])))
      return channels
    },
    adopt(channels) {
      inForce = opened.get(channels) ?? inForce
    },
  }
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigError(`channels: the name ${twice} is given twice`)
}

function describe(line: ChannelOptions, config: ChannelDefaults, channel: Channel): Kept {
  const { policy, timeouts, keepAlive, profiles, circuitBreaker, retry } = config
  return {
    channel,
    said: JSON.stringify([line, channel.headers, policy, timeouts, keepAlive, profiles, circuitBreaker, retry?.alsoOn]),
    upstream: describeUpstream(line, config, channel.headers),
    places: JSON.stringify(line.concurrency),
  }
}

function keep(next: Kept, known: Kept | undefined): Kept {
  if (known === undefined) return next
  if (known.channel.pool !== next.channel.pool || known.upstream !== next.upstream) return pauseAlike(next, known)
  if (known.said === next.said) return known
  // An authorizer's secrets are read when needed, which a copy of the channel would not do.
  if (next.channel.authorizer) return pauseAlike(next, known)
  const { circuit, queue } = known.channel
  return { ...next, channel: { ...next.channel, circuit, ...(queue && known.places === next.places && { queue }) } }
}

/** Pauses a channel that was changed as its earlier one is: an operator's pause is of the name. */
function pauseAlike(next: Kept, known: Kept): Kept {
  const left = known.channel.circuit.pauseMs
  // Without the process that has to know, the pause is that of this process.
  if (left > 0) void Promise.resolve(next.channel.circuit.pause(left)).catch(() => {})
  return next
}
