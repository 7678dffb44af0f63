import { answerFailure } from '../answers/answer-failure.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { spellMicros } from '../metering/spell-micros.ts'
import type { AccountState } from './account.ts'
import type { Allowance } from './allowance.ts'
import { budgetPeriod } from './budget-period.ts'
import { budgetSpent } from './budget-spent.ts'
import type { Expected } from './expected.ts'
import type { Limiter } from './limiter.ts'
import { rateExceeded } from './rate-exceeded.ts'
import { stateOf, tellRates } from './tell-rates.ts'

/** When running requests end nobody knows: clients ask again after this many milliseconds. */
const patienceWithRunning = 1000

/** Goes on once what the request may take is reserved, where its key has a budget or a rate of tokens; else answers it. */
export function whenReserved(exchange: Exchange, targets: readonly Target[], expected: () => Expected, next: () => void): void {
  const done = reserve(exchange, targets, expected)
  if (done === true) return next()
  if (done === false) return
  void guardAsync(exchange, async () => {
    if (await done) next()
  })
}

/** False: the client has its answer, or has left. At once where it is counted in memory. Rejects with a `StoreError`. */
export function reserve(exchange: Exchange, targets: readonly Target[], expected: () => Expected): boolean | Promise<boolean> {
  const { allowance, gateway } = exchange
  if (allowance === undefined || allowance.reserved !== undefined) return true
  const { key, tokensPerMinute } = allowance
  const { budget } = key
  const wish = expected()
  const tokens = tokensPerMinute === undefined ? 0 : Math.ceil(wish.input + wish.output)
  const micros = budget === undefined ? 0 : costOf(exchange, targets, wish)
  const ofTokens =
    tokensPerMinute === undefined
      ? undefined
      : gateway.limiter.tokens.take(`tokens:${key.id}`, { type: 'reserve', points: tokens, limit: tokensPerMinute })
  const ofBudget =
    budget && gateway.limiter.spending.take(key, budget, allowance.at, { type: 'reserve', points: micros, limit: budget.micros })
  if (!(ofTokens instanceof Promise || ofBudget instanceof Promise)) return decide(exchange, allowance, tokens, micros, ofTokens, ofBudget)
  return Promise.allSettled([ofTokens, ofBudget]).then(([one, other]) => {
    const found = one.status === 'fulfilled' ? one.value : undefined
    // The budget cannot be known: what was taken of the rate is given back.
    if (other.status === 'rejected') {
      if (found?.done === true) hold(exchange, allowance, tokens, 0)
      if (found?.done === true) settleAllowance(gateway.limiter, allowance, 0, 0)
      throw other.reason
    }
    return decide(exchange, allowance, tokens, micros, found, other.value)
  })
}

function decide(
  exchange: Exchange,
  allowance: Allowance,
  tokens: number,
  micros: number,
  ofTokens: AccountState | undefined,
  ofBudget: AccountState | undefined,
): boolean {
  const { limiter } = exchange.gateway
  const { key, tokensPerMinute } = allowance
  const { budget } = key
  const gone = exchange.over || allowance.settled
  hold(exchange, allowance, ofTokens?.done === true ? tokens : 0, ofBudget?.done === true ? micros : 0)
  if (gone) {
    settleAllowance(limiter, allowance, 0, 0)
    return false
  }
  const now = Date.now()
  if (tokensPerMinute !== undefined) tellRates(exchange, { tokens: stateOf(tokensPerMinute, ofTokens) }, now)
  if (budget && ofBudget?.done === false) {
    exchange.refusedBy = 'budget'
    const { used, held } = ofBudget
    const end = budgetPeriod(budget.period, now).to
    answerFailure(exchange, used >= budget.micros ? budgetSpent(end) : budgetHeld(budget.micros - used - held, micros))
    return false
  }
  if (tokensPerMinute !== undefined && ofTokens?.done === false) {
    exchange.refusedBy = 'tokens'
    const { used, held, resetMs } = ofTokens
    const left = tokensPerMinute - used - held
    answerFailure(
      exchange,
      used >= tokensPerMinute ? rateExceeded('tokensPerMinute', tokensPerMinute, resetMs) : tokensHeld(tokensPerMinute, left, tokens),
    )
    return false
  }
  return true
}

function hold(exchange: Exchange, allowance: Allowance, tokens: number, micros: number): void {
  allowance.reserved = { tokens, micros }
  allowance.settled = false
  exchange.charge ??= (used, cost) => settleAllowance(exchange.gateway.limiter, allowance, used, cost)
}

/** What it costs at the dearest place that it may go to. */
function costOf({ gateway }: Exchange, targets: readonly Target[], { input, output, images, videos }: Expected): number {
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

/** The budget is not spent, but what is left of it is reserved for requests that run: it may be there again when these end. */
function budgetHeld(left: number, wanted: number): Fault {
  const message =
    `The budget of this API key has ${spellMicros(Math.max(0, left))} left beside what is reserved for its running requests, and this ` +
    `request may cost up to ${spellMicros(wanted)}: try again when these are done, or with a lower maximum of output tokens.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: patienceWithRunning } }
}

/** Gives back what a request holds and counts what it took instead. What is told later is added. Waits for nobody, never throws. */
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

/** Counters that fail are replaced by those of this process; nobody is to hear of it here. */
function forget(done: unknown): void {
  if (done instanceof Promise) done.catch(() => {})
}

/** The minute's tokens are not used up, but what is left of them is reserved for requests that run. */
function tokensHeld(limit: number, left: number, wanted: number): Fault {
  const message =
    `This API key has ${Math.max(0, left)} of its ${limit} tokens per minute left beside what is reserved for its running requests, and this ` +
    `request may take up to ${wanted}: try again when these are done, or with a lower maximum of output tokens.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: patienceWithRunning } }
}
