const counts = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** Words for a number that is not known, which is not 0. */
export const unknown = 'not known'

/** Formats a count: `1,204`. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** Formats tokens: `18.2K`. */
export function formatTokens(count: number): string {
  return compact.format(count)
}

/** Formats a share from 0 to 1: `0.8 %`. */
export function formatShare(share: number): string {
  return shares.format(share).replace('%', '\u00A0%')
}

/** Formats a duration in milliseconds: `410 ms`, `3.1 s`, `2 min`. */
export function formatMillis(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)}\u00A0ms`
  if (millis < 10_000) return `${(millis / 1000).toFixed(1)}\u00A0s`
  if (millis < 120_000) return `${Math.round(millis / 1000)}\u00A0s`
  return `${Math.round(millis / 60_000)}\u00A0min`
}

/** Formats millionths of a currency: `$4.12`, `$0.0021`; amounts below a hundredth keep two digits that count. */
export function formatMoney(micros: number, currency: string): string {
  const amount = micros / 1_000_000
  const digits = amount === 0 || Math.abs(amount) >= 0.01 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(Math.abs(amount))))
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: digits }).format(
      amount,
    )
  } catch {
    // The price table may name a currency that no standard knows.
    return `${amount.toFixed(digits)} ${currency}`
  }
}

/** Formats a count with its noun: `1 channel`, `2 channels`. */
export function formatCounted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}
