import type { Budget } from '../keys/api-key.ts'

/** A calendar period of UTC. */
export interface BudgetPeriod {
  /** `2026-11-21`, `2026-11` or `total`. */
  readonly name: string
  /** Milliseconds since the epoch; absent: since ever, and for ever. */
  readonly from?: number
  readonly to?: number
}

/** The period of a budget in which `now` lies. */
export function budgetPeriod(period: Budget['period'], now: number): BudgetPeriod {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  switch (period) {
    case 'day': {
      const day = date.getUTCDate()
      return { name: date.toISOString().slice(0, 10), from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
    }
    case 'month':
      return { name: date.toISOString().slice(0, 7), from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
    case 'total':
      return { name: 'total' }
  }
}
