import type { AccessRequest, Grant } from '../grant.ts'
import type { AccountState } from './account.ts'
import { budgetPeriod, budgetExceeded } from './budget.ts'
import type { Count } from './counters.ts'
import type { KeyRates, RateState } from '@interlingua/core/edge'
import type { EndpointFacts, FailureReply, Guarded } from '@interlingua/gateway-kernel'
import type { ApiKey, KeyLimits } from '@interlingua/store'

/** Limits of a key, completed by the configuration's defaults. */
export function limitsOfKey({ limits }: ApiKey, defaults: KeyLimits | undefined): KeyLimits | undefined {
  if (limits === undefined) return defaults
  return defaults === undefined ? limits : { ...defaults, ...limits }
}

/** Names of the limits in messages. */
const words: Readonly<Record<keyof KeyLimits, string>> = {
  requestsPerMinute: 'requests per minute',
  tokensPerMinute: 'tokens per minute',
  concurrentStreams: 'streams at once',
}

/** Failure for a key that has exceeded one of its limits, until `retryAfterMs` have passed. */
export function rateExceeded(which: keyof KeyLimits, limit: number, retryAfterMs: number): FailureReply {
  const message = `This API key is over its limit of ${limit} ${words[which]}.`
  // Whole seconds as in the header, so that a client may wait by either number.
  const wait = Math.max(1, Math.ceil(retryAfterMs / 1000)) * 1000
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: wait } }
}

/** Sets the headers that tell the rates of the key, in the client's format; an upstream's rates are not told then. */
export function setRateHeaders(client: AccessRequest, grant: Grant, rates: KeyRates, now: number): void {
  if (rates.requests === undefined && rates.tokens === undefined) return
  grant.rated = true
  const headers = client.edge.client.headers.rates?.(rates, now)
  if (headers) grant.headers = grant.headers === undefined ? headers : Object.assign(grant.headers, headers)
}

/** State of a rate; points of running requests count as used. */
export function stateOf(limit: number, state: AccountState | undefined): RateState {
  return { limit, remaining: Math.max(0, limit - (state?.used ?? 0) - (state?.held ?? 0)), resetMs: state?.resetMs ?? 0 }
}

/** Failure for a gateway without room for another request or stream. */
export const gatewayFull: FailureReply = {
  failure: {
    code: 'overloaded',
    message: 'The gateway is at its request limit. Retry later.',
    retryable: true,
    status: 503,
    retryAfterMs: 1000,
  },
  status: 503,
  limit: 'room',
}

const none: KeyLimits = {}

/**
 * Refuses a request whose key has exceeded its rates or budget; a counted request takes one off the rate whatever becomes of it. Tokens and cost are
 * reserved later, with the body: here a key without any left is refused.
 */
export function admitByLimits(client: AccessRequest, grant: Grant, { metered, rated }: EndpointFacts): Guarded<undefined> {
  const { gateway } = client
  const { key } = grant
  if (key === undefined || !(metered || rated === true)) return undefined
  const limits = limitsOfKey(key, gateway.capacity.keys)
  if (limits === undefined && key.budget === undefined) return undefined
  const { requestsPerMinute, tokensPerMinute } = limits ?? none
  const { budget } = key
  const { counters, tokens, spending } = gateway.limiter
  const now = Date.now()
  const requested =
    requestsPerMinute === undefined ? undefined : metered ? counters.requests.add(key.id, 1) : counters.requests.read(key.id)
  const used = tokensPerMinute === undefined ? undefined : tokens.take(`tokens:${key.id}`, look)
  const budgetState = budget && metered ? spending.take(key, budget, now, look) : undefined
  // Counters in memory answer at once; promises would cost more than the counting.
  if (!(requested instanceof Promise || used instanceof Promise || budgetState instanceof Promise))
    return admit(client, grant, metered, key, limits ?? none, requested, used, budgetState, now)
  return admitLater(client, grant, metered, key, limits ?? none, Promise.all([requested, used, budgetState]), now)
}

const look = { type: 'look' } as const

/** Separate, since an async function keeps its scope alive, which requests that need not wait would pay for. */
async function admitLater(
  client: AccessRequest,
  grant: Grant,
  metered: boolean,
  key: ApiKey,
  limits: KeyLimits,
  asked: Promise<[Count | undefined, AccountState | undefined, AccountState | undefined]>,
  now: number,
): Promise<FailureReply | undefined> {
  return admit(client, grant, metered, key, limits, ...(await asked), now)
}

/** Decides by the number of requests in this window, and by the accounts of tokens and money. */
function admit(
  client: AccessRequest,
  grant: Grant,
  metered: boolean,
  key: ApiKey,
  { requestsPerMinute, tokensPerMinute }: KeyLimits,
  requested: Count | undefined,
  used: AccountState | undefined,
  budgetState: AccountState | undefined,
  now: number,
): FailureReply | undefined {
  const { budget } = key
  const rates: { -readonly [K in keyof KeyRates]: KeyRates[K] } = {}
  if (requestsPerMinute !== undefined) rates.requests = stateOfRequests(requestsPerMinute, requested)
  if (tokensPerMinute !== undefined) rates.tokens = stateOf(tokensPerMinute, used)
  setRateHeaders(client, grant, rates, now)
  if (budget && budgetState !== undefined && budgetState.used >= budget.micros)
    return { ...budgetExceeded(budgetPeriod(budget.period, now).to), limit: 'budget' }
  // A counted request includes itself in the count. A request that is not counted is refused when the next counted one would be.
  if (rates.requests && (requested?.points ?? 0) + (metered ? 0 : 1) > rates.requests.limit)
    return { ...rateExceeded('requestsPerMinute', rates.requests.limit, rates.requests.resetMs), limit: 'requests' }
  if (rates.tokens && used !== undefined && used.used >= rates.tokens.limit)
    return { ...rateExceeded('tokensPerMinute', rates.tokens.limit, rates.tokens.resetMs), limit: 'tokens' }
  if (metered && (tokensPerMinute !== undefined || budget)) grant.allowance = { key, tokensPerMinute, at: now, settled: false }
  return undefined
}

function stateOfRequests(limit: number, count: Count | undefined): RateState {
  // A window that has not begun has all its points.
  return { limit, remaining: Math.max(0, limit - (count?.points ?? 0)), resetMs: count?.resetMs ?? 0 }
}
