import type { Store } from './store.ts'

/** Milliseconds: the first time soon after the start, then now and then. */
const firstDelay = 60_000
const interval = 600_000
const millisOfDay = 86_400_000

/**
 * Deletes what has expired, and usage records that are older than `usageDays` says at that time. Several gateways may do so to one store.
 * Gives what ends it.
 */
export function startSweeping(store: Store, usageDays: () => number | undefined, report: (problem: string) => void): () => void {
  let timer = setTimeout(sweep, firstDelay).unref()

  function sweep(): void {
    const now = Date.now()
    const days = usageDays()
    store
      .sweep(now, days === undefined ? undefined : now - days * millisOfDay)
      .catch((error: unknown) => report(`what has expired cannot be deleted: ${String(error)}`))
      .finally(() => {
        if (!ended) timer = setTimeout(sweep, interval).unref()
      })
  }

  let ended = false
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
