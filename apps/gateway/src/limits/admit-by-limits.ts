import { answerFailure } from '../answers/answer-failure.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ApiKey, KeyLimits } from '../keys/api-key.ts'
import type { AccountState } from './account.ts'
import { budgetPeriod } from './budget-period.ts'
import { budgetSpent } from './budget-spent.ts'
import type { KeyRates, RateState } from '@interlingua/core/edge'
import { limitsOfKey } from './limits-of-key.ts'
import type { Count } from './rate-counter.ts'
import { rateExceeded } from './rate-exceeded.ts'
import { stateOf, tellRates } from './tell-rates.ts'

const none: KeyLimits = {}

/**
 * Lets a request of a known key through where the key's rates and its budget allow it; else answers it. What counts takes a request off the
 * key's rate, whatever becomes of it. Tokens and cost are reserved later, when its body is there: here a key is refused that has none left.
 */
export function admitByLimits(exchange: Exchange, endpoint: Endpoint, next: () => void): void {
  const { key, gateway } = exchange
  if (key === undefined || !(endpoint.metered || endpoint.rated === true)) return next()
  const limits = limitsOfKey(key, gateway.capacity.keys)
  if (limits === undefined && key.budget === undefined) return next()
  const { requestsPerMinute, tokensPerMinute } = limits ?? none
  const { budget } = key
  const { metered } = endpoint
  const { counters, tokens, spending } = gateway.limiter
  const now = Date.now()
  const requested =
    requestsPerMinute === undefined ? undefined : metered ? counters.requests.add(key.id, 1) : counters.requests.read(key.id)
  const used = tokensPerMinute === undefined ? undefined : tokens.take(`tokens:${key.id}`, look)
  const spent = budget && metered ? spending.take(key, budget, now, look) : undefined
  // In memory it is known at once: promises would cost more than the counting.
  if (!(requested instanceof Promise || used instanceof Promise || spent instanceof Promise))
    return admit(exchange, metered, key, limits ?? none, requested, used, spent, now, next)
  admitLater(exchange, metered, key, limits ?? none, Promise.all([requested, used, spent]), now, next)
}

const look = { type: 'look' } as const

/** Apart, for the function that waits keeps all that stands around it: no request that need not wait is to pay for that. */
function admitLater(
  exchange: Exchange,
  metered: boolean,
  key: ApiKey,
  limits: KeyLimits,
  asked: Promise<[Count | undefined, AccountState | undefined, AccountState | undefined]>,
  now: number,
  next: () => void,
): void {
  void guardAsync(exchange, async () => {
    const all = await asked
    // A client that left meanwhile has got its end.
    if (!exchange.over) admit(exchange, metered, key, limits, ...all, now, next)
  })
}

/** Requests that were counted in this window, and how the accounts of tokens and of money stand. */
function admit(
  exchange: Exchange,
  metered: boolean,
  key: ApiKey,
  { requestsPerMinute, tokensPerMinute }: KeyLimits,
  requested: Count | undefined,
  used: AccountState | undefined,
  spent: AccountState | undefined,
  now: number,
  next: () => void,
): void {
  const { budget } = key
  const rates: { -readonly [K in keyof KeyRates]: KeyRates[K] } = {}
  if (requestsPerMinute !== undefined) rates.requests = stateOfRequests(requestsPerMinute, requested)
  if (tokensPerMinute !== undefined) rates.tokens = stateOf(tokensPerMinute, used)
  tellRates(exchange, rates, now)
  if (budget && spent !== undefined && spent.used >= budget.micros) {
    exchange.refusedBy = 'budget'
    return answerFailure(exchange, budgetSpent(budgetPeriod(budget.period, now).to))
  }
  // What is counted already has its own request in the count; what only looks may not go where the next one could not.
  if (rates.requests && (requested?.points ?? 0) + (metered ? 0 : 1) > rates.requests.limit) {
    exchange.refusedBy = 'requests'
    return answerFailure(exchange, rateExceeded('requestsPerMinute', rates.requests.limit, rates.requests.resetMs))
  }
  if (rates.tokens && used !== undefined && used.used >= rates.tokens.limit) {
    exchange.refusedBy = 'tokens'
    return answerFailure(exchange, rateExceeded('tokensPerMinute', rates.tokens.limit, rates.tokens.resetMs))
  }
  if (metered && (tokensPerMinute !== undefined || budget)) exchange.allowance = { key, tokensPerMinute, at: now, settled: false }
  next()
}

function stateOfRequests(limit: number, count: Count | undefined): RateState {
  // A window that has not begun is whole.
  return { limit, remaining: Math.max(0, limit - (count?.points ?? 0)), resetMs: count?.resetMs ?? 0 }
}
