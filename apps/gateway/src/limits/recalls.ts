import { emptyAccount, type Held } from './account.ts'
import type { AccountStore } from './account-store.ts'

/** An account of its own, whose holders are the names of accounts of which somebody wants leases back: so one read tells of all. */
const place = 'recalls'

/** Milliseconds. Whoever leases reads it several times a second. */
const remembered = 5_000

export async function readRecalls(store: AccountStore, now: number): Promise<ReadonlySet<string>> {
  const stored = await store.read(place)
  return new Set(Object.entries(stored?.account.held ?? {}).flatMap(([name, [, until]]) => (until > now ? [name] : [])))
}

/** Asks those who lease of this account to give it back. */
export async function recall(store: AccountStore, name: string, now: number): Promise<void> {
  const until = now + remembered
  for (;;) {
    const stored = await store.read(place)
    const held: Record<string, Held> = { [name]: [0, until] }
    for (const [other, entry] of Object.entries(stored?.account.held ?? {})) if (other !== name && entry[1] > now) held[other] = entry
    if (await store.replace(place, { ...emptyAccount, held }, stored?.revision ?? 0, until)) return
  }
}
