import { hashText } from './hash-text.ts'
import { widest } from './widest.ts'

/**
 * The number of places of a vector in which a feature counts: many enough that unrelated texts hardly meet, and few enough that a long text
 * takes no time.
 */
const places = 48
/** The share of a text's other properties: case, punctuation and order. */
const rest = 0.08
/** Frequent words, which say little about the subject of a text. */
const common = new Set(
  'a an and are as at be by do for from has have how i in is it its my of on or that the this to was we what when where which will with you your'.split(
    ' ',
  ),
)

/**
 * A vector of unit length, by a random projection of words and pieces of words: the more two texts share, the closer their vectors.
 * `dimensions` is from 1 to 3,072, and a shorter vector is the beginning of a longer one, normalised again; numbers have eight decimals.
 */
export function embedText(text: string, dimensions: number): readonly number[] {
  const sums = new Float64Array(widest)
  const features = featuresOf(text)
  for (const [feature, weight] of features) scatter(sums, hashText(feature), weight)
  blend(sums, hashText(text), features.size === 0 ? 1 : rest)
  return unit(sums.subarray(0, dimensions))
}

/** The features of a text with their weights. */
function featuresOf(text: string): ReadonlyMap<string, number> {
  const features = new Map<string, number>()
  const add = (feature: string, weight: number): void => void features.set(feature, (features.get(feature) ?? 0) + weight)
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const weight = common.has(word) ? 0.15 : 1
    add(word, weight)
    const padded = ` ${word} `
    const pieces = Math.max(1, padded.length - 3)
    for (let at = 0; at < pieces; at++) add(`~${padded.slice(at, at + 4)}`, (0.8 * weight) / Math.sqrt(pieces))
  }
  // A word that occurs ten times does not weigh ten times as much.
  for (const [feature, weight] of features) features.set(feature, Math.sqrt(weight))
  return features
}

function scatter(sums: Float64Array, seed: number, weight: number): void {
  let state = seed | 1
  for (let i = 0; i < places; i++) {
    state = step(state)
    const at = (state >>> 1) % widest
    sums[at] = (sums[at] ?? 0) + (state & 1 ? weight : -weight)
  }
}

/** Adds a small share to every dimension, so that no beginning of a vector has length 0. */
function blend(sums: Float64Array, seed: number, share: number): void {
  let squares = 0
  for (const sum of sums) squares += sum * sum
  const amount = share * (squares === 0 ? 1 : Math.sqrt(squares / widest))
  let state = seed | 1
  for (let at = 0; at < widest; at++) {
    state = step(state)
    sums[at] = (sums[at] ?? 0) + (state & 1024 ? amount : -amount)
  }
}

/** A step of xorshift32, which never reaches 0 from another number. */
function step(state: number): number {
  let next = state ^ (state << 13)
  next ^= next >>> 17
  return next ^ (next << 5)
}

function unit(sums: Float64Array): readonly number[] {
  let squares = 0
  for (const sum of sums) squares += sum * sum
  const scale = 1e8 / Math.sqrt(squares)
  return Array.from(sums, (sum) => Math.round(sum * scale) / 1e8)
}
