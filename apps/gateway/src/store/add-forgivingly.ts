import type { UsageRecord } from '../metering/usage-record.ts'
import { StoreError } from './store-error.ts'

type Add = (records: readonly UsageRecord[]) => Promise<void>

/** Adds records; one that the store does not take is left out and reported, or it would hold up all others for ever. */
export function addForgivingly(add: Add, report: (problem: string) => void): Add {
  return async function addSome(records) {
    try {
      await add(records)
    } catch (error) {
      if (!(error instanceof StoreError) || !error.refused) throw error
      const [first] = records
      if (records.length < 2) return report(`the store does not take the usage record ${first?.id}: ${error.message}`)
      const half = Math.ceil(records.length / 2)
      await addSome(records.slice(0, half))
      await addSome(records.slice(half))
    }
  }
}
