import { createHmac } from 'node:crypto'

/** Digits of a key; vendors take 64 characters. */
const digits = 40

/**
 * Creates the maker of a channel's cache keys. A key tells nothing of its texts without `secret`, and is the same at every gateway that has the
 * secret.
 */
export function createCacheKeys(secret: string): (...texts: readonly string[]) => string {
  return (...texts) => `il_${createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex').slice(0, digits)}`
}
