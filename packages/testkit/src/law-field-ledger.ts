import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { covers } from './covers.ts'
import type { Translation } from './pair.ts'
import type { Violation } from './violation.ts'

/** One optional field of a wire schema: where it stands, and a value that says something (not a default). */
export interface LedgerEntry {
  readonly path: Pointer
  readonly value: Json
  /** The document in which it is set, where the ledger's base has no place for it. */
  readonly base?: JsonObject
}

/** Field ledger: an optional field, set alone, changes the translated document or is reported at, above or under its place. */
export function lawFieldLedger(translate: Translation, base: JsonObject, entry: LedgerEntry): readonly Violation[] {
  return attempt('field ledger', (say) => {
    const document = entry.base ?? base
    const plain = translate(document)
    if (plain.type === 'refused') return say(entry.path, `the base is refused: ${plain.message}`)
    const full = translate(setAt(document, entry.path, entry.value))
    if (full.type === 'refused') {
      if (!covers([{ path: full.path as Pointer }], entry.path) && full.path !== '')
        say(entry.path, `refused elsewhere, at ${full.path}: ${full.message}`)
      return
    }
    if (covers(full.notices, entry.path)) return
    if (JSON.stringify(plain.output) === JSON.stringify(full.output)) say(entry.path, 'neither changes the output nor is reported')
  })
}

/** The document with a value at a pointer; missing objects on the way are made, `-` appends to an array. */
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
