import type { Allowance } from './allowance.ts'
import type { Limiter } from './limiter.ts'

/** Gives back what a request holds and counts what it took instead. What is told later is added. Waits for nobody, never throws. */
export function settleAllowance(limiter: Limiter, allowance: Allowance, tokens: number, micros: number): void {
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
