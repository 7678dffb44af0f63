import type { GatewayConfig } from '../config/gateway-config.ts'
import { defaultReserve } from './expected.ts'
import type { Capacity } from './capacity.ts'

const defaultRequests = 10_000
const defaultInlineBytes = 20 * 1024 * 1024

/** How much a gateway of this configuration takes at once. */
export function capacityOfConfig({ limits = {} }: GatewayConfig): Capacity {
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
