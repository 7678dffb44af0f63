import type { TimeCount, UsageTimes } from './store.ts'

/** Joins the times of groups of the same name, which `nameOf` may change. */
export function joinTimes(all: readonly UsageTimes[], nameOf: (group: string) => string = (group) => group): readonly UsageTimes[] {
  const joined = new Map<string, { readonly whole: TimeCount[]; readonly firstByte: TimeCount[] }>()
  for (const { group, whole, firstByte } of all) {
    const name = nameOf(group)
    const known = joined.get(name) ?? { whole: [], firstByte: [] }
    known.whole.push(...whole)
    known.firstByte.push(...firstByte)
    joined.set(name, known)
  }
  return [...joined].map(([group, { whole, firstByte }]) => ({ group, whole: added(whole), firstByte: added(firstByte) }))
}

/** Counts with each time once, the shortest first. */
function added(counts: readonly TimeCount[]): readonly TimeCount[] {
  const sums = new Map<number, number>()
  for (const { millis, requests } of counts) sums.set(millis, (sums.get(millis) ?? 0) + requests)
  return [...sums].map(([millis, requests]) => ({ millis, requests })).toSorted((one, other) => one.millis - other.millis)
}
