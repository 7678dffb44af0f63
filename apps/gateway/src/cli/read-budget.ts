import { InvalidArgumentError } from 'commander'
import type { Budget } from '../keys/api-key.ts'

const periods: readonly string[] = ['day', 'month', 'total'] satisfies readonly Budget['period'][]

/** `10.00/month`: an amount of the price table's currency, and the calendar period of UTC for which it is. */
export function readBudget(text: string): Budget {
  const [, whole, fraction = '', period = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?\/(\w+)$/.exec(text) ?? []
  if (whole === undefined || !periods.includes(period))
    throw new InvalidArgumentError('It must be an amount with at most six decimals and a period: 10.00/day, 10.00/month or 10.00/total.')
  // In digits: a product of fractions would be rounded.
  return { micros: Number(whole + fraction.padEnd(6, '0')), period: period as Budget['period'] } // just checked
}
