import type { GatewayConfig } from '../config/gateway-config.ts'
import { defaultReserve } from './expected.ts'
import type { Room } from './room.ts'

const defaultRequests = 10_000
const defaultInlineBytes = 20 * 1024 * 1024

/** The room that a configuration gives. */
export function roomOfConfig({ limits = {} }: GatewayConfig): Room {
  const { requests = defaultRequests, streams = Infinity, inlineBytes = defaultInlineBytes, keys, reservation: reserve } = limits
  const reservation = {
    output: reserve?.output ?? defaultReserve.output,
    maxOutput: reserve?.maxOutput ?? defaultReserve.maxOutput,
  }
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = keys ?? {}
  if (requestsPerMinute === undefined && tokensPerMinute === undefined && concurrentStreams === undefined)
    return { requests, streams, inlineBytes, reservation }
  return {
    requests,
    streams,
    inlineBytes,
    reservation,
    keys: {
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(tokensPerMinute !== undefined && { tokensPerMinute }),
      ...(concurrentStreams !== undefined && { concurrentStreams }),
    },
  }
}
