import type { ServerOptions } from 'node:http'
import type { GatewayConfig } from '../config/gateway-config.ts'
import { clientTimes } from './client-times.ts'

const defaultHeaderBytes = 32 * 1024
/** Milliseconds. Connections are looked at so often for those that are late: Node's own choice. */
const usualInterval = 30_000

/** What of a configuration Node's HTTP server must know before it begins; the rest is set by `setServerLimits`. */
export function serverOptions(config: GatewayConfig): ServerOptions {
  const { headersTimeout } = clientTimes(config)
  return {
    maxHeaderSize: config.limits?.headerBytes ?? defaultHeaderBytes,
    connectionsCheckingInterval: Math.min(usualInterval, headersTimeout * 1000),
    // Said outright, or Node asks its command line for each answer anew, which costs more than many of our steps.
    insecureHTTPParser: false,
  }
}
