import { hash } from 'node:crypto'

/** What is kept of a secret: its SHA-256, in hexadecimal. Secrets are long and random, so nothing slower is needed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
