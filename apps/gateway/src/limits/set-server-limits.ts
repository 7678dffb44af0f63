import type { Server } from 'node:http'
import type { GatewayConfig } from '../config/gateway-config.ts'
import { clientTimes } from './client-times.ts'

/** The times and the number of connections that a configuration gives to clients. Holds from the next use of each connection on. */
export function setServerLimits(server: Server, config: GatewayConfig): void {
  const { headersTimeout, requestTimeout, clientTimeout, keepAliveTimeout } = clientTimes(config)
  server.headersTimeout = headersTimeout * 1000
  server.requestTimeout = requestTimeout * 1000
  server.keepAliveTimeout = keepAliveTimeout * 1000
  // Runs while nothing passes. Whether the client is to blame for that is looked at when it ends: models may think for long.
  server.timeout = clientTimeout * 1000
  server.maxConnections = config.limits?.connections ?? Infinity
}
