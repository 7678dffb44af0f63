import { answerFailure } from '../answers/answer-failure.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ApiKey, KeyLimits } from '../keys/api-key.ts'
import { budgetPeriod } from './budget-period.ts'
import { budgetSpent } from './budget-spent.ts'
import type { KeyRates, RateState } from './key-rates.ts'
import { limitsOfKey } from './limits-of-key.ts'
import type { Count } from './rate-counter.ts'
import { rateExceeded } from './rate-exceeded.ts'

const none: KeyLimits = {}

/**
 * Lets a request of a known key through where the key's rates and its budget allow it; else answers it. What counts takes a request off the
 * key's rate, whatever becomes of it; tokens and cost are charged when they are known, so that a key may go over once.
 */
export function admitByLimits(exchange: Exchange, endpoint: Endpoint, next: () => void): void {
  const { key, gateway } = exchange
  if (key === undefined || !(endpoint.metered || endpoint.rated === true)) return next()
  const limits = limitsOfKey(key, gateway.room.keys)
  if (limits === undefined && key.budget === undefined) return next()
  const { requestsPerMinute, tokensPerMinute } = limits ?? none
  const { budget } = key
  const { metered } = endpoint
  const { counters, spending } = gateway.limiter
  const now = Date.now()
  const requested =
    requestsPerMinute === undefined ? undefined : metered ? counters.requests.add(key.id, 1) : counters.requests.read(key.id)
  const used = tokensPerMinute === undefined ? undefined : counters.tokens.read(key.id)
  const spent = budget && metered ? spending.of(key, budget, now) : undefined
  // In memory it is known at once: promises would cost more than the counting.
  if (!(requested instanceof Promise || used instanceof Promise || spent instanceof Promise))
    return admit(exchange, metered, key, limits ?? none, requested, used, spent, now, next)
  admitLater(exchange, metered, key, limits ?? none, Promise.all([requested, used, spent]), now, next)
}

/** Apart, for the function that waits keeps all that stands around it: no request that need not wait is to pay for that. */
function admitLater(
  exchange: Exchange,
  metered: boolean,
  key: ApiKey,
  limits: KeyLimits,
  asked: Promise<[Count | undefined, Count | undefined, number | undefined]>,
  now: number,
  next: () => void,
): void {
  void guardAsync(exchange, async () => {
    const all = await asked
    // A client that left meanwhile has got its end.
    if (!exchange.over) admit(exchange, metered, key, limits, ...all, now, next)
  })
}

/** Requests and tokens that were counted in this window, and millionths spent in this period. */
function admit(
  exchange: Exchange,
  metered: boolean,
  key: ApiKey,
  { requestsPerMinute, tokensPerMinute }: KeyLimits,
  requested: Count | undefined,
  used: Count | undefined,
  spent: number | undefined,
  now: number,
  next: () => void,
): void {
  const { budget } = key
  const rates: { -readonly [K in keyof KeyRates]: KeyRates[K] } = {}
  if (requestsPerMinute !== undefined) rates.requests = stateOf(requestsPerMinute, requested)
  if (tokensPerMinute !== undefined) rates.tokens = stateOf(tokensPerMinute, used)
  tellRates(exchange, rates, now)
  if (budget && spent !== undefined && spent >= budget.micros) {
    exchange.refusedBy = 'budget'
    return answerFailure(exchange, budgetSpent(budgetPeriod(budget.period, now).to))
  }
  // What is counted already has its own request in the count; what only looks may not go where the next one could not.
  if (rates.requests && (requested?.points ?? 0) + (metered ? 0 : 1) > rates.requests.limit) {
    exchange.refusedBy = 'requests'
    return answerFailure(exchange, rateExceeded('requestsPerMinute', rates.requests.limit, rates.requests.resetMs))
  }
  if (rates.tokens?.remaining === 0) {
    exchange.refusedBy = 'tokens'
    return answerFailure(exchange, rateExceeded('tokensPerMinute', rates.tokens.limit, rates.tokens.resetMs))
  }
  if (metered && (tokensPerMinute !== undefined || budget)) {
    const { counters, spending } = exchange.gateway.limiter
    exchange.charge = (tokens, micros) => {
      if (tokensPerMinute !== undefined && tokens > 0) ignoreFailure(counters.tokens.add(key.id, tokens))
      if (budget) spending.charge(key, budget, micros, Date.now())
    }
  }
  next()
}

function ignoreFailure(done: unknown): void {
  if (done instanceof Promise) done.catch(() => {})
}

function stateOf(limit: number, count: Count | undefined): RateState {
  // A window that has not begun is whole.
  return { limit, remaining: Math.max(0, limit - (count?.points ?? 0)), resetMs: count?.resetMs ?? 0 }
}

/** What the client may still do, in its dialect's headers; what an upstream says about its own limits is not for it then. */
function tellRates(exchange: Exchange, rates: KeyRates, now: number): void {
  if (rates.requests === undefined && rates.tokens === undefined) return
  exchange.rated = true
  const headers = exchange.door.spellRates?.(rates, now)
  if (headers) exchange.headers = exchange.headers === undefined ? headers : Object.assign(exchange.headers, headers)
}
