/** The most tokens that one request is believed to have. */
const most = 1e9

/** A count as upstreams tell it, as a whole number; none where it cannot be one: what is negative or absurd is not told. */
export function wholeCount(count: number | undefined): number | undefined {
  return count !== undefined && count >= 0 && count <= most ? Math.round(count) : undefined
}
