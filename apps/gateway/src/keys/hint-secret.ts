/** Enough of a secret that people know it again, and too little to help anybody: of a short one nothing. */
export function hintSecret(secret: string): string {
  return secret.length < 24 ? '…' : `${secret.slice(0, 6)}…${secret.slice(-4)}`
}
