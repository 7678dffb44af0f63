import type { DocumentStore } from '@interlingua/store'
import { createSecret, hashSecret } from './secrets.ts'

const kind = 'console-link'
/** Milliseconds for which a link may be used. */
const lifetime = 10 * 60_000
const length = 32

/**
 * Makes the secret of a one-time link, `…/console/#login=<secret>`, which signs in once within ten minutes. Only its hash is stored, so a command
 * may make one while the gateway runs.
 */
export async function createLoginLink(documents: DocumentStore, now: number): Promise<string> {
  const secret = createSecret().slice(0, length)
  await documents.insert({ kind, id: hashSecret(secret), owner: 'link', createdAt: now, expiresAt: now + lifetime, revision: 1, body: {} })
  return secret
}

/** Uses up a link. False if there is none, or it was used, or is too old. */
export async function redeemLoginLink(documents: DocumentStore, secret: string, now: number): Promise<boolean> {
  const id = hashSecret(secret)
  if ((await documents.get(kind, id, now)) === undefined) return false
  // Two that come at once: one deletes it.
  return documents.delete(kind, id)
}
