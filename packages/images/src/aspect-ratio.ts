/** The ratio of two sides in lowest terms, `16:9`. */
export function ratioOf(width: number, height: number): string {
  const divisor = commonDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

/** True for ratios of the same shape, such as `21:9` and `7:3`. */
export function isSameRatio(one: string, other: string): boolean {
  const a = sidesOf(one)
  const b = sidesOf(other)
  return a !== undefined && b !== undefined && a.width * b.height === b.width * a.height
}

/** The two sides of a ratio such as `16:9`; `undefined` for any other text. */
export function sidesOf(ratio: string): { readonly width: number; readonly height: number } | undefined {
  const found = /^([1-9]\d{0,4}):([1-9]\d{0,4})$/.exec(ratio)
  return found ? { width: Number(found[1]), height: Number(found[2]) } : undefined
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
