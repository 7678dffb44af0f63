import type { GatewayConfig } from '../config/gateway-config.ts'

/** Seconds that clients have. */
export interface ClientTimes {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly clientTimeout: number
  readonly keepAliveTimeout: number
}

/** Proxies usually keep their connections for a minute: who keeps them longer is never the one that closes first. */
export function clientTimes({ limits = {} }: GatewayConfig): ClientTimes {
  const { headersTimeout = 60, requestTimeout = 300, clientTimeout = 120, keepAliveTimeout = 65 } = limits
  return { headersTimeout: Math.min(headersTimeout, requestTimeout), requestTimeout, clientTimeout, keepAliveTimeout }
}
