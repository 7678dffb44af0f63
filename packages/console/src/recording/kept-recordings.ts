import type { JsonObject } from '@interlingua/core'
import type { DocumentStore } from '@interlingua/store'
import type { Recording, RecordingRow } from '../api/index.ts'

/** Recordings that are kept together, and their bytes. */
const mostKept = 1000
const mostBytes = 256 * 1024 * 1024
/** Milliseconds for which a recording is kept: a day. */
export const lifetime = 24 * 3_600_000

const contentKind = 'recording'
/** Kind of the short document beside each recording, so that lists need not read contents. */
const rowKind = 'recording-row'

/** Recordings that are kept, within their bounds. Each method rejects with a `StoreError`. */
export interface KeptRecordings {
  /** Keeps a recording, and deletes the oldest beyond the bounds. */
  keep(recording: Recording, now: number): Promise<void>
  find(id: string, now: number): Promise<Recording | undefined>
  /** Lists all, the newest first. */
  list(now: number): Promise<readonly RecordingRow[]>
  /** Deletes one. False if there is none. */
  delete(id: string): Promise<boolean>
}

export function createKeptRecordings(documents: DocumentStore): KeptRecordings {
  async function list(now: number): Promise<readonly RecordingRow[]> {
    const rows = await documents.list(rowKind, { now, limit: mostKept + 100, order: 'newest-first' })
    return rows.map(({ id, createdAt, expiresAt = createdAt, body }) => ({
      id,
      at: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      bytes: Number(body['bytes']),
    }))
  }

  async function remove(id: string): Promise<boolean> {
    const deleted = await documents.delete(contentKind, id)
    await documents.delete(rowKind, id)
    return deleted
  }

  return {
    list,
    delete: remove,
    async keep(recording, now) {
      const { id } = recording
      const body = recording as unknown as JsonObject // a document of texts and numbers
      const common = { id, owner: 'recording', createdAt: now, expiresAt: now + lifetime, revision: 1 }
      await documents.insert({ ...common, kind: contentKind, body })
      await documents.insert({ ...common, kind: rowKind, body: { bytes: Buffer.byteLength(JSON.stringify(body)) } })
      let bytes = 0
      for (const [index, row] of (await list(now)).entries()) {
        bytes += row.bytes
        if (index >= mostKept || bytes > mostBytes) await remove(row.id)
      }
    },
    async find(id, now) {
      const found = await documents.get(contentKind, id, now)
      return found && (found.body as unknown as Recording) // `keep` wrote it
    },
  }
}
