/** 10 to the power of the index: the powers that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))
/** 10 to the power of minus the index. */
const fractions = Array.from({ length: 14 }, (_, exponent) => Number(`1e-${exponent}`))
const smallest = fractions[13] ?? 0

/**
 * Double with the fewest digits that rounds to the float32 number `x`, as servers that compute in float32 print it. Six digits are tried
 * first; the division of two exact doubles rounds once, so that the quotient equals the parsed decimal. Fast for numbers below 1, as
 * vectors have them.
 */
export function shortestFloat(x: number): number {
  const size = Math.abs(x)
  // NaN is in no interval.
  if (!(size < 1 && size >= smallest)) return x === 0 ? x : fromText(x)
  let zeros = 1
  while (size < (fractions[zeros] ?? 0)) zeros++
  for (let shift = zeros + 5; shift <= zeros + 8; shift++) {
    const power = powers[shift] ?? 1
    const candidate = ((size * power + 0.5) | 0) / power
    if (Math.fround(candidate) === size) return x < 0 ? -candidate : candidate
  }
  return fromText(x)
}

/** Slow path, for very small or large numbers. */
function fromText(x: number): number {
  for (let digits = 1; digits <= 9; digits++) {
    const candidate = Number(x.toPrecision(digits))
    if (Math.fround(candidate) === x) return candidate
  }
  return x
}
