import { join } from 'node:path'
import { createDocumentStore } from '../create-store.ts'
import type { ContentStore } from '../content-store.ts'
import { createSqliteDatabase } from './create-sqlite-database.ts'
import { openDatabaseFile } from './open-database-file.ts'

/** Opens the contents of a folder, in `recordings.db`. What is deleted there is overwritten. Throws a `ConfigError`. */
export function openSqliteContents(folder: string): ContentStore {
  const connection = openDatabaseFile(folder, join(folder, 'recordings.db'))
  connection.exec('PRAGMA secure_delete = ON')
  const database = createSqliteDatabase(connection)
  return {
    documents: createDocumentStore(database),
    async sweep(now) {
      const expired = await database.write('DELETE FROM documents WHERE expires_at <= ?', [now])
      // The journal of writes still holds what was deleted, until it is written over.
      if (expired > 0) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    async close() {
      if (connection.isOpen) connection.close()
    },
  }
}
