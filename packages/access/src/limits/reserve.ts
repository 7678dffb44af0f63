import type { AccessRequest, Grant } from '../grant.ts'
import type { FailureReply, Guarded } from '@interlingua/gateway-kernel'
import { formatMicros } from '../prices/prices.ts'
import type { AccountState, Allowance } from './account.ts'
import { budgetPeriod, budgetExceeded } from './budget.ts'
import type { Expected } from './expected.ts'
import type { Limiter } from './limiter.ts'
import { rateExceeded, stateOf, setRateHeaders } from './admit-by-limits.ts'

/** Model at a channel, by which its price is found. */
export interface PricedTarget {
  readonly channel: { readonly name: string }
  /** Id of the model at the upstream. */
  readonly model: string
}

/** Milliseconds after which clients should retry while running requests hold the rest, since their ends are unknown. */
const retryDelayMs = 1000

/**
 * Reserves the expected usage of a request in the budget and token rate of its key; at once if they are counted in memory. A request whose `reply`
 * has ended meanwhile keeps no reservation. Rejects with a `StoreError`.
 */
export function reserve(
  { client, grant }: { readonly client: AccessRequest; readonly grant: Grant },
  reply: { readonly ended: boolean },
  targets: readonly PricedTarget[],
  expected: () => Expected,
): Guarded<undefined> {
  const { allowance } = grant
  if (allowance === undefined || allowance.reserved !== undefined) return undefined
  const { gateway } = client
  const { key, tokensPerMinute } = allowance
  const { budget } = key
  const most = expected()
  const tokens = tokensPerMinute === undefined ? 0 : Math.ceil(most.input + most.output)
  const micros = budget === undefined ? 0 : costOf(client, targets, most)
  const ofTokens =
    tokensPerMinute === undefined
      ? undefined
      : gateway.limiter.tokens.take(`tokens:${key.id}`, { type: 'reserve', points: tokens, limit: tokensPerMinute })
  const ofBudget =
    budget && gateway.limiter.spending.take(key, budget, allowance.at, { type: 'reserve', points: micros, limit: budget.micros })
  const decided = (tokensAccount: AccountState | undefined, budgetAccount: AccountState | undefined): FailureReply | undefined =>
    decide(client, grant, reply, allowance, tokens, micros, tokensAccount, budgetAccount)
  if (!(ofTokens instanceof Promise || ofBudget instanceof Promise)) return decided(ofTokens, ofBudget)
  return Promise.allSettled([ofTokens, ofBudget]).then(([one, other]) => {
    const found = one.status === 'fulfilled' ? one.value : undefined
    // The spending is unknown, so the reservation of tokens is given back.
    if (other.status === 'rejected') {
      if (found?.done === true) hold(client, grant, allowance, tokens, 0)
      if (found?.done === true) settleAllowance(gateway.limiter, allowance, 0, 0)
      throw other.reason
    }
    return decided(found, other.value)
  })
}

function decide(
  client: AccessRequest,
  grant: Grant,
  reply: { readonly ended: boolean },
  allowance: Allowance,
  tokens: number,
  micros: number,
  ofTokens: AccountState | undefined,
  ofBudget: AccountState | undefined,
): FailureReply | undefined {
  const { key, tokensPerMinute } = allowance
  const { budget } = key
  const gone = reply.ended || allowance.settled
  hold(client, grant, allowance, ofTokens?.done === true ? tokens : 0, ofBudget?.done === true ? micros : 0)
  if (gone) {
    settleAllowance(client.gateway.limiter, allowance, 0, 0)
    return undefined
  }
  const now = Date.now()
  if (tokensPerMinute !== undefined) setRateHeaders(client, grant, { tokens: stateOf(tokensPerMinute, ofTokens) }, now)
  if (budget && ofBudget?.done === false) {
    const { used, held } = ofBudget
    const end = budgetPeriod(budget.period, now).to
    return { ...(used >= budget.micros ? budgetExceeded(end) : budgetHeld(budget.micros - used - held, micros)), limit: 'budget' }
  }
  if (tokensPerMinute !== undefined && ofTokens?.done === false) {
    const { used, held, resetMs } = ofTokens
    const left = tokensPerMinute - used - held
    const failureReply =
      used >= tokensPerMinute ? rateExceeded('tokensPerMinute', tokensPerMinute, resetMs) : tokensHeld(tokensPerMinute, left, tokens)
    return { ...failureReply, limit: 'tokens' }
  }
  return undefined
}

function hold({ gateway }: AccessRequest, grant: Grant, allowance: Allowance, tokens: number, micros: number): void {
  allowance.reserved = { tokens, micros }
  allowance.settled = false
  grant.charge ??= (used, cost) => settleAllowance(gateway.limiter, allowance, used, cost)
}

/** Cost at the most expensive of its targets. */
function costOf({ gateway }: AccessRequest, targets: readonly PricedTarget[], { input, output, images, videos }: Expected): number {
  const usage = {
    input: { total: Math.ceil(input) },
    output: { total: Math.ceil(output) },
    ...(images !== undefined && { images }),
    ...(videos !== undefined && { videos }),
  }
  let most = 0
  for (const { channel, model } of targets) most = Math.max(most, gateway.prices.costOf(usage, channel.name, model) ?? 0)
  return most
}

/** Failure while the rest of a budget is reserved for running requests, and may be free again after them. */
function budgetHeld(left: number, wanted: number): FailureReply {
  const message =
    `The budget of this API key has ${formatMicros(Math.max(0, left))} left beside what is reserved for its running requests, and this ` +
    `request may cost up to ${formatMicros(wanted)}: try again when these are done, or with a lower maximum of output tokens.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: retryDelayMs } }
}

/** Gives back a reservation, and counts the usage instead; usage that is told later is added. Never waits, and never throws. */
function settleAllowance(limiter: Limiter, allowance: Allowance, tokens: number, micros: number): void {
  const held = allowance.reserved
  delete allowance.reserved
  allowance.settled = true
  settle(limiter, allowance, held?.tokens ?? 0, held?.micros ?? 0, tokens, Math.round(micros))
}

function settle(
  { tokens, spending }: Limiter,
  allowance: Allowance,
  heldTokens: number,
  heldMicros: number,
  used: number,
  micros: number,
): void {
  const { key, tokensPerMinute, at } = allowance
  if (tokensPerMinute !== undefined && (heldTokens > 0 || used > 0))
    forget(tokens.take(`tokens:${key.id}`, { type: 'settle', reserved: heldTokens, points: used }))
  if (key.budget && (heldMicros > 0 || micros > 0))
    forget(spending.take(key, key.budget, at, { type: 'settle', reserved: heldMicros, points: micros }))
}

/** Ignores a rejection: counters that fail are replaced by those of this process. */
function forget(done: unknown): void {
  if (done instanceof Promise) done.catch(() => {})
}

/** Failure while the rest of the minute's tokens is reserved for running requests. */
function tokensHeld(limit: number, left: number, wanted: number): FailureReply {
  const message =
    `This API key has ${Math.max(0, left)} of its ${limit} tokens per minute left beside what is reserved for its running requests, and this ` +
    `request may take up to ${wanted}: try again when these are done, or with a lower maximum of output tokens.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: retryDelayMs } }
}
