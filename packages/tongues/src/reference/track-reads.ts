import { isObject, items } from '../json/access.ts'
import type { Json } from '../json/json.ts'

/** A document that notes which of its leaves were read. */
export interface Tracked {
  readonly value: Json
  /** JSON Pointers of the leaves that were not read. */
  unread(): readonly string[]
}

export function trackReads(document: Json): Tracked {
  const seen = new Set<string>()
  return {
    value: watch(document, '', seen),
    unread: () => leavesOf(document, '').filter((pointer) => !seen.has(pointer)),
  }
}

function watch(value: Json, pointer: string, seen: Set<string>): Json {
  if (!isObject(value) && !Array.isArray(value)) {
    seen.add(pointer)
    return value
  }
  if (leavesOf(value, '').length === 0 || Object.keys(value).length === 0) seen.add(pointer)
  // A proxy of a value has the value's type.
  return new Proxy(value as object, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || !Object.hasOwn(target, key) || (Array.isArray(target) && key === 'length')) return member
      return watch(member as Json, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, seen) // members of JSON are JSON
    },
  }) as Json
}

function leavesOf(value: Json, pointer: string): readonly string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [pointer] : items(value).flatMap((item, index) => leavesOf(item, `${pointer}/${index}`))
  if (!isObject(value)) return [pointer]
  const entries = Object.entries(value)
  return entries.length === 0
    ? [pointer]
    : entries.flatMap(([key, member]) => leavesOf(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`))
}
