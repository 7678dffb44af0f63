import { randomBytes } from 'node:crypto'

const width = 8

/** Ids that no other process gives, without asking for randomness each time: one random stem, and a count. */
export function createIds(): (prefix: string) => string {
  const stem = randomBytes(8).toString('hex')
  let count = 0
  return (prefix) => `${prefix}${stem}${(count++).toString(36).padStart(width, '0')}`
}
