import type { JsonObject } from '@interlingua/core'
import type { DocumentStore } from '@interlingua/store'
import type { AuditEntry, Page } from './api/index.ts'
import type { SignIn } from './access/sign-ins.ts'
import { ConsoleError } from './console-error.ts'

const kind = 'audit'
/** Milliseconds for which an entry is kept: a year. */
const lifetime = 366 * 24 * 3_600_000

/** Change to be written down. Values hold no secrets. */
export interface Change {
  readonly action: string
  readonly subject?: string
  readonly before?: JsonObject
  readonly after?: JsonObject
}

/** Book of the changes that people made. */
export interface Audit {
  /** Writes a change down. Rejects with a `StoreError`, so that no change is made which cannot be written down. */
  write(who: Pick<SignIn, 'name' | 'keyId' | 'from'>, change: Change, now: number): Promise<void>
  /** Lists entries, the newest first. `before`: `next` of an earlier page. */
  list(limit: number, before: string | undefined, now: number): Promise<Page<AuditEntry>>
}

export function createAudit(documents: DocumentStore, newId: (prefix: string) => string): Audit {
  return {
    async write({ name, keyId, from }, { action, subject, before, after }, now) {
      const body: JsonObject = {
        who: name,
        from,
        action,
        ...(keyId !== undefined && { keyId }),
        ...(subject !== undefined && { subject }),
        ...(before && { before }),
        ...(after && { after }),
      }
      await documents.insert({
        kind,
        id: newId('audit_'),
        owner: keyId ?? 'link',
        createdAt: now,
        expiresAt: now + lifetime,
        revision: 1,
        body,
      })
    },
    async list(limit, before, now) {
      const after = before === undefined ? undefined : readPlace(before)
      const found = await documents.list(kind, { now, limit: limit + 1, order: 'newest-first', ...(after && { after }) })
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      return {
        // `write` wrote each body with these members.
        rows: rows.map(({ id, createdAt, body }) => ({ id, at: new Date(createdAt).toISOString(), ...body }) as unknown as AuditEntry),
        ...(last && { next: `${last.createdAt}-${last.id}` }),
      }
    },
  }
}

/** Place of an entry in the list: time and id of the last one of a page. */
function readPlace(text: string): { readonly createdAt: number; readonly id: string } {
  const found = /^(\d{1,16})-(.+)$/s.exec(text)
  if (found?.[2] === undefined)
    throw new ConsoleError('invalid-request', 'before: expected what an earlier answer gave as `next`', { field: 'before' })
  return { createdAt: Number(found[1]), id: found[2] }
}
