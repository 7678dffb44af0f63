/** Pseudo-random numbers that depend only on the seed (mulberry32). */
export interface Random {
  /** From 0 up to, not including, `below`. */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T | undefined
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, chance: (probability) => next() < probability, pick: (values) => values[below(values.length)] }
}
