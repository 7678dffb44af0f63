/** The most tokens that one request is believed to have. */
const most = 1e12

/** A count as upstreams tell it, fit for sums and tables: whole, not negative, not absurd. */
export function wholeCount(count: number | undefined): number | undefined {
  if (count === undefined || Number.isNaN(count)) return undefined
  return Math.min(Math.max(Math.round(count), 0), most)
}
