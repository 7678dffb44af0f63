import { pointer } from '@interlingua/core'
import type { Pointer } from '@interlingua/core'
import { readJsonText, wireEquivalence } from './equivalence.ts'
import type { Equivalence } from './equivalence.ts'

/** Places where two JSON values differ, up to the given equivalence; empty if they are equal. */
export function diff(a: unknown, b: unknown, equivalence: Equivalence = wireEquivalence): readonly Pointer[] {
  const paths: Pointer[] = []
  compare(a, b, '', equivalence, paths)
  return paths
}

function compare(a: unknown, b: unknown, at: Pointer, equivalence: Equivalence, paths: Pointer[]): void {
  if (Object.is(a, b) || (a === 0 && b === 0)) return
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      if (i >= a.length || i >= b.length) paths.push(pointer(at, i))
      else compare(a[i], b[i], pointer(at, i), equivalence, paths)
    }
    return
  }
  if (!isRecord(a) || !isRecord(b)) {
    paths.push(at)
    return
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (equivalence.ignored.has(key)) continue
    const counts = equivalence.counts?.has(key) === true
    const left = counts ? withoutZeros(a[key]) : Object.hasOwn(a, key) ? a[key] : undefined
    const right = counts ? withoutZeros(b[key]) : Object.hasOwn(b, key) ? b[key] : undefined
    if (isDefault(key, left, equivalence) && isDefault(key, right, equivalence)) continue
    if (equivalence.emptyIsAbsent.has(key) && saysNothing(left, equivalence) && saysNothing(right, equivalence)) continue
    const text = equivalence.jsonText.has(key) && typeof left === 'string' && typeof right === 'string' && left !== right
    if (text) compare(readJsonText(left), readJsonText(right), pointer(at, key), equivalence, paths)
    else compare(left, right, pointer(at, key), equivalence, paths)
  }
}

/** Table of counts without those that are 0; `undefined` if none is left. */
function withoutZeros(table: unknown): unknown {
  if (!isRecord(table)) return table
  const entries = Object.entries(table).filter(([, count]) => count !== 0)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** True for a value that means the same as its absence. */
function isDefault(key: string, value: unknown, equivalence: Equivalence): boolean {
  if (value === undefined) return true
  if (value === null) return equivalence.nullIsAbsent === true
  const standard = equivalence.defaults && Object.hasOwn(equivalence.defaults, key) ? equivalence.defaults[key] : undefined
  return standard !== undefined && JSON.stringify(value) === JSON.stringify(standard)
}

/** True for an extension in which everything is ignored or empty. */
function saysNothing(value: unknown, equivalence: Equivalence): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.length === 0
  return Object.entries(value).every(
    ([key, inner]) => equivalence.ignored.has(key) || isDefault(key, inner, equivalence) || saysNothing(inner, equivalence),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
