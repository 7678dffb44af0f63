import type { DatabaseSync } from 'node:sqlite'
import { newerStore } from '../newer-store.ts'
import { migrations } from './migrations.ts'

/** Brings the tables of `file` up to this version; safe where several processes do so at once. Throws `ConfigError` where they are newer. */
export function migrate(database: DatabaseSync, file: string): void {
  database.exec('CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  database.exec('BEGIN IMMEDIATE')
  try {
    const found = Number(database.prepare('SELECT coalesce(max(version), 0) AS version FROM versions').get()?.['version'])
    if (found > migrations.length) throw newerStore(file, found, migrations.length)
    for (const [index, step] of migrations.entries()) {
      if (index < found) continue
      database.exec(step)
      database.prepare('INSERT INTO versions (version, applied_at) VALUES (?, ?)').run(index + 1, Date.now())
    }
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
