import { randomBytes } from 'node:crypto'
import type { ApiKey } from './api-key.ts'
import { hashSecret } from './hash-secret.ts'

/** What whoever issues a key decides. */
export type KeyTerms = Pick<ApiKey, 'name'> & Partial<Pick<ApiKey, 'models' | 'limits' | 'budget' | 'expiresAt' | 'admin'>>

/** A key, and its secret, which is known here and then to its holder alone. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly secret: string
}

/** A new key by these terms; nothing is kept yet. Without a `secret` a random one of 256 bits is made. `now`: milliseconds since the epoch. */
export function issueKey(terms: KeyTerms, now: number, secret: string = createSecret()): IssuedKey {
  return {
    secret,
    key: {
      id: `key_${randomBytes(12).toString('hex')}`,
      admin: false,
      ...terms,
      hash: hashSecret(secret),
      hint: hintSecret(secret),
      createdAt: now,
    },
  }
}

function createSecret(): string {
  return `il-${randomBytes(32).toString('base64url')}`
}

/** Enough of a secret that people know it again, and too little to help anybody: of a short one nothing. */
function hintSecret(secret: string): string {
  return secret.length < 24 ? '…' : `${secret.slice(0, 6)}…${secret.slice(-4)}`
}
