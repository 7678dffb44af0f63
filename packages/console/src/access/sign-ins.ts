import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { DocumentStore, StoredDocument } from '@interlingua/store'
import type { Role } from '../api/index.ts'
import { createSecret, hasHash, hashSecret } from './secrets.ts'

/** Person that is signed in. */
export interface SignIn {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly keyId?: string
  /** Hash of the secret by which the key signed in, with which the sign-in ends. Absent: there was none, or it is not known. */
  readonly keyHash?: string
  readonly from: string
  readonly createdAt: number
  readonly usedAt: number
  /** End unless it is used again. */
  readonly until: number
}

export interface Credentials {
  /** Value of the cookie. */
  readonly cookie: string | undefined
  /** Value of the header. */
  readonly token: string | undefined
}

/** Sign-ins of the console, which outlive the process and are those of all processes on one store. */
export interface SignIns {
  /** Makes a sign-in; its two secrets are told here alone. */
  create(
    person: Pick<SignIn, 'role' | 'name' | 'from' | 'keyId' | 'keyHash'>,
    now: number,
  ): Promise<{ readonly cookie: string; readonly token: string; readonly signIn: SignIn }>
  /** Finds the sign-in of both secrets; undefined if either is missing or wrong, or its time is over. */
  find(credentials: Credentials, now: number): Promise<SignIn | undefined>
  /** Lists sign-ins, the newest first. */
  list(now: number): Promise<readonly SignIn[]>
  /** Lets a sign-in go on with another secret of its key; without `keyHash` it ends with the key alone. */
  renew(id: string, keyHash: string | undefined, now: number): Promise<void>
  /** Ends one. False if there is none. */
  end(id: string): Promise<boolean>
}

const kind = 'console-login'
/** Milliseconds for which a sign-in lasts without use, and at most. */
const idle = 12 * 3_600_000
const longest = 7 * 24 * 3_600_000
/** Milliseconds after which a use is written down. */
const touchedAfter = 5 * 60_000
const listed = 200

/**
 * Creates the sign-ins over a store. Both secrets are needed: a cookie alone reaches every port of its host, and a token alone can be carried away by
 * a script.
 */
export function createSignIns(documents: DocumentStore): SignIns {
  async function touch(document: StoredDocument, now: number): Promise<void> {
    const end = Math.min(document.createdAt + longest, now + idle)
    // Another process that touches it meanwhile writes the same.
    await documents.replace({ ...document, expiresAt: end, body: { ...document.body, usedAt: now } })
  }

  return {
    async create({ role, name, keyId, keyHash, from }, now) {
      const [cookie, token] = [createSecret(), createSecret()]
      const document: StoredDocument = {
        kind,
        id: hashSecret(cookie),
        owner: keyId ?? 'link',
        createdAt: now,
        expiresAt: now + idle,
        revision: 1,
        body: {
          tokenHash: hashSecret(token),
          role,
          name,
          from,
          usedAt: now,
          ...(keyId !== undefined && { keyId }),
          ...(keyHash !== undefined && { keyHash }),
        },
      }
      await documents.insert(document)
      return { cookie, token, signIn: signInOf(document) }
    },
    async find({ cookie, token }, now) {
      if (cookie === undefined || token === undefined) return undefined
      const document = await documents.get(kind, hashSecret(cookie), now)
      if (document === undefined || !hasHash(token, textOf(document.body, 'tokenHash'))) return undefined
      const signIn = signInOf(document)
      if (now - signIn.usedAt > touchedAfter) await touch(document, now)
      return signIn
    },
    async list(now) {
      const documentsOf = await documents.list(kind, { now, limit: listed, order: 'newest-first' })
      return documentsOf.map(signInOf)
    },
    async renew(id, keyHash, now) {
      // Another call of the same page may touch the sign-in meanwhile.
      for (let tries = 0; tries < 5; tries++) {
        const document = await documents.get(kind, id, now)
        if (document === undefined || (await documents.replace({ ...document, body: { ...document.body, keyHash: keyHash ?? null } })))
          return
      }
    },
    end: (id) => documents.delete(kind, id),
  }
}

function signInOf({ id, createdAt, expiresAt, body }: StoredDocument): SignIn {
  const keyId = body['keyId']
  const keyHash = body['keyHash']
  const role = textOf(body, 'role')
  return {
    id,
    role: role === 'operator' || role === 'viewer' ? role : 'user',
    name: textOf(body, 'name'),
    ...(typeof keyId === 'string' && { keyId }),
    ...(typeof keyHash === 'string' && { keyHash }),
    from: textOf(body, 'from'),
    createdAt,
    usedAt: isJsonObject(body) && typeof body['usedAt'] === 'number' ? body['usedAt'] : createdAt,
    until: expiresAt ?? createdAt + longest,
  }
}

function textOf(body: JsonObject, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}
