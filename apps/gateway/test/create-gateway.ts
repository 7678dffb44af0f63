import { createGateway as create, formats, type Gateway, type GatewayConfig, type GatewayOptions } from '../src/index.ts'

/** A gateway of all formats of this program. */
export function createGateway(config: GatewayConfig, options: Partial<GatewayOptions> = {}): Gateway {
  return create(config, { formats, ...options })
}
