import { answerFailure } from '../answers/answer-failure.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { AccountState } from './account.ts'
import type { Allowance } from './allowance.ts'
import { budgetHeld } from './budget-held.ts'
import { budgetPeriod } from './budget-period.ts'
import { budgetSpent } from './budget-spent.ts'
import type { Expected } from './expected.ts'
import { rateExceeded } from './rate-exceeded.ts'
import { tellRates, stateOf } from './tell-rates.ts'
import { tokensHeld } from './tokens-held.ts'
import { settleAllowance } from './settle-allowance.ts'

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
