import type { PoolClient } from 'pg'
import { newerStore } from '../newer-store.ts'
import { migrations } from './migrations.ts'

/** Any number, the same for all gateways of one database: who has it may change tables. */
const lock = 0x696c_6d67

/** Brings the tables up to this version; of several gateways that start at once, one does it. Throws `ConfigError` where they are newer. */
export async function migrate(client: PoolClient, place: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    await client.query('CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)')
    const { rows } = await client.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM versions')
    const found = rows[0]?.version ?? 0
    if (found > migrations.length) throw newerStore(place, found, migrations.length)
    for (const [index, step] of migrations.entries()) {
      if (index < found) continue
      await client.query(step)
      await client.query('INSERT INTO versions (version, applied_at) VALUES ($1, $2)', [index + 1, Date.now()])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
