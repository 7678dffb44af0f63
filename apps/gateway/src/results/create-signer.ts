import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DocumentStore } from '../store/store.ts'

/** Signs addresses of results, so that whoever has one may read that one, and nobody can make one up. */
export interface Signer {
  /** Has its key at hand from then on, whatever becomes of the store. */
  open(): Promise<void>
  sign(name: string, expires: string): Promise<string>
  verify(name: string, expires: string, signature: string): Promise<boolean>
}

const place = { kind: 'secret', id: 'result-links' } as const
const keyBytes = 32
/** 32 bytes in base64url. */
const spelling = /^[A-Za-z0-9_-]{43}$/

/** Its key is made once and kept in the store, so that all gateways on the store have the same, and after a restart, too. */
export function createSigner(documents: DocumentStore): Signer {
  let key: Promise<Buffer> | undefined

  /** What failed is tried again by whoever needs it next. */
  function keyOf(): Promise<Buffer> {
    key ??= openKey(documents).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  async function digest(name: string, expires: string): Promise<Buffer> {
    return createHmac('sha256', await keyOf())
      .update(`result\n${name}\n${expires}`)
      .digest()
  }

  return {
    open: async () => void (await keyOf()),
    sign: async (name, expires) => (await digest(name, expires)).toString('base64url'),
    async verify(name, expires, signature) {
      const right = await digest(name, expires)
      const given = Buffer.from(spelling.test(signature) ? signature : '', 'base64url')
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

async function openKey(documents: DocumentStore): Promise<Buffer> {
  const made = randomBytes(keyBytes).toString('base64')
  // Of several that make one at once, one is kept.
  for (;;) {
    const kept = await documents.get(place.kind, place.id, Date.now())
    if (kept) return Buffer.from(String(kept.body['key']), 'base64')
    await documents.insert({ ...place, owner: '', createdAt: Date.now(), revision: 1, body: { key: made } })
  }
}
