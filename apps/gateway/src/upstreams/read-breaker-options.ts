import type { ChannelConfig } from '../config/config-schema.ts'
import type { GatewayConfig } from '../config/gateway-config.ts'
import type { BreakerOptions } from './breaker-options.ts'

const never: BreakerOptions = { failures: 0, window: 0, pause: 0, credentialPause: 0, refusals: 0 }

/** When the circuit of a channel opens: what the channel says of it, else the whole configuration. */
export function readBreakerOptions(config: GatewayConfig, channel: ChannelConfig): BreakerOptions {
  if ((channel.circuit ?? config.circuit) === false) return never
  const { failures = 20, window = 30, pause = 10, credentialPause = 60 } = { ...config.circuit, ...channel.circuit }
  return { failures, window: window * 1000, pause: pause * 1000, credentialPause: credentialPause * 1000, refusals: 3 }
}
