import type { UsageRecord } from '@interlingua/store'
import type { RequestRow } from '../api/index.ts'

/** Row of a usage record. `names`: names of keys by their ids. */
export function rowOfRecord(record: UsageRecord, names: ReadonlyMap<string, string>): RequestRow {
  const { at, key, details: _, images: __, ...rest } = record
  const name = names.get(key)
  return { ...rest, at: new Date(at).toISOString(), key: { id: key, ...(name !== undefined && { name }) } }
}
