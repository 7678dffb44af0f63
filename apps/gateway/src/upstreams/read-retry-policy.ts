import type { GatewayConfig } from '../config/gateway-config.ts'
import type { RetryPolicy } from './retry-policy.ts'

export function readRetryPolicy({ retry = {} }: GatewayConfig): RetryPolicy {
  const { attempts = 3, deadline = 60, backoff = 0.2, maxBackoff = 2, retryAfter = 1 } = retry
  return {
    attempts,
    deadline: deadline * 1000,
    backoff: backoff * 1000,
    maxBackoff: maxBackoff * 1000,
    retryAfter: retryAfter * 1000,
  }
}
