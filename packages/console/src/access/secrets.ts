import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Random text of 256 bits. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a secret, which is stored. Secrets are long and random, so a slower hash is not needed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** True if the hash of a secret is the stored one; takes the same time for any secret. */
export function hasHash(secret: string, stored: string): boolean {
  const [one, other] = [Buffer.from(hashSecret(secret), 'latin1'), Buffer.from(stored, 'latin1')]
  return one.length === other.length && timingSafeEqual(one, other)
}
