import type { GatewayConfig } from '../config/gateway-config.ts'
import type { Room } from './room.ts'

const defaultRequests = 10_000

/** The room that a configuration gives. */
export function roomOfConfig({ limits = {} }: GatewayConfig): Room {
  const { requests = defaultRequests, streams = Infinity, keys } = limits
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = keys ?? {}
  if (requestsPerMinute === undefined && tokensPerMinute === undefined && concurrentStreams === undefined) return { requests, streams }
  return {
    requests,
    streams,
    keys: {
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(tokensPerMinute !== undefined && { tokensPerMinute }),
      ...(concurrentStreams !== undefined && { concurrentStreams }),
    },
  }
}
