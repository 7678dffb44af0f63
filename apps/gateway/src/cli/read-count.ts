import { InvalidArgumentError } from 'commander'

/** A whole number from 1 on, as the argument of an option. */
export function readCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || !Number.isSafeInteger(count))
    throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return count
}
