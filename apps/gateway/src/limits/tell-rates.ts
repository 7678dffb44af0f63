import type { Exchange } from '../exchange.ts'
import type { AccountState } from './account.ts'
import type { KeyRates, RateState } from '@interlingua/core/edge'

/** What the client may still do, in its dialect's headers; what an upstream says about its own limits is not for it then. */
export function tellRates(exchange: Exchange, rates: KeyRates, now: number): void {
  if (rates.requests === undefined && rates.tokens === undefined) return
  exchange.rated = true
  const headers = exchange.edge.client.headers.rates?.(rates, now)
  if (headers) exchange.headers = exchange.headers === undefined ? headers : Object.assign(exchange.headers, headers)
}

/** What running requests hold is not left for others. */
export function stateOf(limit: number, state: AccountState | undefined): RateState {
  return { limit, remaining: Math.max(0, limit - (state?.used ?? 0) - (state?.held ?? 0)), resetMs: state?.resetMs ?? 0 }
}
