/** 10 to the power of the index: the powers that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

const smallestNormal = 2 ** -126

/**
 * The double with the fewest digits that rounds to the float32 number `x`: what servers that count in float32 print. Six digits are tried
 * first: a number that has fewer has zeros behind them. A division of two exact doubles rounds once, so the quotient is the very number
 * that its digits would be read as.
 */
export function shortestFloat(x: number): number {
  const size = Math.abs(x)
  if (size === 0 || size < smallestNormal) return x === 0 ? x : fromText(x)
  const exponent = Math.floor(Math.log10(size))
  for (let digits = 6; digits <= 9; digits++) {
    const shift = digits - 1 - exponent
    const power = powers[shift < 0 ? -shift : shift]
    if (power === undefined) return fromText(x)
    const candidate = shift < 0 ? Math.round(x / power) * power : Math.round(x * power) / power
    if (Math.fround(candidate) === x) return candidate
  }
  return fromText(x)
}

/** The slow way, for numbers that are very small or very large. */
function fromText(x: number): number {
  for (let digits = 1; digits <= 9; digits++) {
    const candidate = Number(x.toPrecision(digits))
    if (Math.fround(candidate) === x) return candidate
  }
  return x
}
