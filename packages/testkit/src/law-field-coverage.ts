import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { covers } from './covers.ts'
import type { Loose } from './loose.ts'
import type { Translation } from './pair.ts'
import type { Violation } from './violation.ts'

/** Optional field of a wire schema: its place, and a value that is not the default. */
export interface CoverageEntry {
  readonly path: Pointer
  readonly value: Json
  /** Other values, in case the first has no effect; one effect is enough. Absent: none. */
  readonly others?: readonly Json[]
  /** Document in which the field is set, if the coverage's base has no place for it. Absent: the base. */
  readonly base?: JsonObject
}

/** Law "field coverage": an optional field, set alone, changes the translated document or is reported at, above or under its place. */
export function lawFieldCoverage(translate: Translation, base: JsonObject, entry: CoverageEntry): readonly Violation[] {
  return attempt('field coverage', (say) => {
    const document = entry.base ?? base
    const path = placed(document, entry.path)
    const plain = translate(document)
    if (plain.type === 'refused') return say(entry.path, `the base is refused: ${plain.message}`)
    const before = JSON.stringify(plain.output)
    const found = [entry.value, ...(entry.others ?? [])].map((value) => breachOf(value))
    const [first] = found
    if (first !== undefined && !found.includes(undefined)) say(path, first)

    function breachOf(value: Json): string | undefined {
      const full = translate(setAt(document, path, value))
      if (full.type === 'refused')
        return covers([{ path: full.path as Pointer }], path) || full.path === ''
          ? undefined
          : `refused elsewhere, at ${full.path}: ${full.message}`
      if (covers(full.notices, path) || before !== JSON.stringify(full.output)) return undefined
      return 'neither changes the output nor is reported'
    }
  })
}

/** Resolves `-`, the place after the last element of a list. */
function placed(document: Json, path: Pointer): Pointer {
  if (!path.endsWith('/-')) return path
  const list = path
    .split('/')
    .slice(1, -1)
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Loose)[key] : undefined), document)
  return `${path.slice(0, -1)}${Array.isArray(list) ? list.length : 0}` as Pointer // a pointer with another last segment
}

/** Sets a value at a pointer; missing objects on the way are made, and `-` appends to an array. */
export function setAt(document: Json, path: Pointer, value: Json): Json {
  const [, ...keys] = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return set(document, keys, value)
}

function set(document: Json, keys: readonly string[], value: Json): Json {
  const [key, ...rest] = keys
  if (key === undefined) return value
  if (Array.isArray(document)) {
    const copy: Json[] = document.slice()
    const index = key === '-' ? copy.length : Number(key)
    copy[index] = set(copy[index] ?? {}, rest, value)
    return copy
  }
  const object = typeof document === 'object' && document !== null ? (document as JsonObject) : {} // not an array: checked above
  return { ...object, [key]: set(object[key] ?? {}, rest, value) }
}
