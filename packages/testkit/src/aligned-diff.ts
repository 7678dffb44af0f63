import { pointer } from '@interlingua/core'
import type { Pointer } from '@interlingua/core'
import { diff } from './diff.ts'
import type { Equivalence } from './equivalence.ts'

export interface Difference {
  /** Place in `a`; for values that only `b` has, the place where they would be. */
  readonly path: Pointer
  readonly kind: 'changed' | 'gone' | 'new'
}

/**
 * Differences for people and notices: a value that is gone from the middle of a list does not make all later ones differ, and objects that
 * are gone or new are named leaf by leaf.
 */
export function alignedDiff(a: unknown, b: unknown, equivalence: Equivalence): readonly Difference[] {
  const found: Difference[] = []
  compare(a, b, '', equivalence, found)
  return found
}

function compare(a: unknown, b: unknown, at: Pointer, equivalence: Equivalence, found: Difference[]): void {
  if (diff(a, b, equivalence).length === 0) return
  const [left, right] = [a ?? (Array.isArray(b) ? [] : a), b ?? (Array.isArray(a) ? [] : b)]
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, at, equivalence, found)
  if ((isRecord(a) || a === undefined) && (isRecord(b) || b === undefined)) {
    for (const key of new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])) {
      const [before, after] = [valueOf(a, key), valueOf(b, key)]
      if (diff({ [key]: before }, { [key]: after }, equivalence).length === 0) continue
      // A 0 in a table of counts would look like a count.
      if (equivalence.counts?.has(key))
        found.push({ path: pointer(at, key), kind: before === undefined ? 'new' : after === undefined ? 'gone' : 'changed' })
      else compare(before, after, pointer(at, key), equivalence, found)
    }
    return
  }
  found.push({ path: at, kind: a === undefined ? 'new' : b === undefined ? 'gone' : 'changed' })
}

/**
 * Pairs equal elements in order, and between two pairs elements of the same kind (author, type), preferably of the same name; all others
 * are gone or new.
 */
function compareLists(a: readonly unknown[], b: readonly unknown[], at: Pointer, equivalence: Equivalence, found: Difference[]): void {
  let [left, right] = [0, 0]
  for (const [i, j] of [...pairs(a, b, equivalence), [a.length, b.length] as const]) {
    const sameNumber = i - left === j - right
    let next = right
    for (let n = left; n < i; n++) {
      const candidate = (same: (value: unknown) => boolean): number =>
        b.findIndex((value, position) => position >= next && position < j && kindOf(value) === kindOf(a[n]) && same(value))
      const namesake = candidate((value) => isNamesake(value, a[n]))
      const claimed = a.slice(n + 1, i).some((value) => isNamesake(value, b[next]))
      const match = namesake !== -1 ? namesake : sameNumber && next < j && !claimed ? next : candidate(() => !claimed)
      if (match === -1) {
        found.push({ path: pointer(at, n), kind: 'gone' })
        continue
      }
      for (; next < match; next++) found.push({ path: pointer(at, n), kind: 'new' })
      compare(a[n], b[match], pointer(at, n), equivalence, found)
      next = match + 1
    }
    for (; next < j; next++) found.push({ path: pointer(at, i), kind: 'new' })
    left = i + 1
    right = j + 1
  }
}

/** The longest common subsequence, as pairs of positions. */
function pairs(a: readonly unknown[], b: readonly unknown[], equivalence: Equivalence): readonly (readonly [number, number])[] {
  const same = a.map((x) => b.map((y) => diff(x, y, equivalence).length === 0))
  const length = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = length[i]
      if (row) row[j] = same[i]?.[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const found: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (same[i]?.[j]) found.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return found
}

function isNamesake(a: unknown, b: unknown): boolean {
  const name = valueOf(a, 'name')
  return name !== undefined && name === valueOf(b, 'name') && kindOf(a) === kindOf(b)
}

function kindOf(value: unknown): unknown {
  return valueOf(value, 'author') ?? valueOf(value, 'type')
}

function valueOf(record: unknown, key: string): unknown {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
