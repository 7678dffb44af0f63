import type { ApiKey } from './api-key.ts'

/** Whether a key lets its holder in at `now`, in milliseconds since the epoch, and if not, why. */
export function keyState({ revokedAt, expiresAt }: ApiKey, now: number): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'valid'
}
