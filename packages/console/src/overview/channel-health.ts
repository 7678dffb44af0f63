import { type Capability, type Channel, formatOf } from '@interlingua/upstreams'
import type { ChannelHealth } from '../api/index.ts'

const capabilities: readonly Capability[] = ['generate', 'embed', 'image', 'predict', 'video']

/** Health of a channel, as this process sees it. */
export function healthOf(channel: Channel): ChannelHealth {
  const { name, circuit, queue } = channel
  const { state, cause } = circuit
  const formats = capabilities.flatMap((capability) => formatOf(channel, capability) ?? [])
  return {
    name,
    format: [...new Set(formats)].join(', '),
    state,
    openForMs: Math.ceil(circuit.openForMs()),
    ...(state !== 'closed' && { cause }),
    ...(queue && { running: queue.running, waiting: queue.waiting }),
  }
}
