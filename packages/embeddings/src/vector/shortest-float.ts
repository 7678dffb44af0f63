/** 10 to the power of the index: the powers that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))
/** 10 to the power of minus the index. */
const fractions = Array.from({ length: 14 }, (_, exponent) => Number(`1e-${exponent}`))
const smallest = fractions[13] ?? 0

/**
 * The double with the fewest digits that rounds to the float32 number `x`: what servers that count in float32 print. Six digits are tried
 * first: a number that has fewer has zeros behind them. A division of two exact doubles rounds once, so the quotient is the very number
 * that its digits would be read as. Numbers of vectors are below 1, and this is quick for them.
 */
export function shortestFloat(x: number): number {
  const size = Math.abs(x)
  // What is no number is not between any two.
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

/** The slow way, for numbers that are very small or large. */
function fromText(x: number): number {
  for (let digits = 1; digits <= 9; digits++) {
    const candidate = Number(x.toPrecision(digits))
    if (Math.fround(candidate) === x) return candidate
  }
  return x
}
