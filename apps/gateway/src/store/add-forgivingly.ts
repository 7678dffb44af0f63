import { StoreError } from './store-error.ts'

type Add<Item> = (items: readonly Item[]) => Promise<void>

/** Adds usage records; one that the store does not take is left out and reported, or it would hold up all others for ever. */
export function addForgivingly<Item>(add: Add<Item>, idOf: (item: Item) => unknown, report: (problem: string) => void): Add<Item> {
  return async function addSome(records) {
    try {
      await add(records)
    } catch (error) {
      if (!(error instanceof StoreError) || !error.refused) throw error
      const [first] = records
      if (first === undefined) throw error
      if (records.length < 2) return report(`the store does not take the usage record ${String(idOf(first))}: ${error.message}`)
      const half = Math.ceil(records.length / 2)
      await addSome(records.slice(0, half))
      await addSome(records.slice(half))
    }
  }
}
