import type { Json } from '@interlingua/core'

/**
 * Complete list of values that are equal though spelled differently; `diff` knows no other.
 * Always equal, because `JSON.parse` gives the same value for both: spellings of a number (`1.0`, `1`, `1e0`), escapes in strings, and the
 * place of integer-like keys. The order of keys never matters.
 */
export interface Equivalence {
  /** Keys whose string value is JSON text, compared by its value, so that spacing does not matter; `''` is `{}`. */
  readonly jsonText: ReadonlySet<string>
  /** Keys without meaning for a document. */
  readonly ignored: ReadonlySet<string>
  /** Keys for which absent, null, `[]` and `{}` are the same. */
  readonly emptyIsAbsent: ReadonlySet<string>
  /** Values that mean the same as the absence of their key. */
  readonly defaults?: Readonly<Record<string, Json>>
  /** Keys of tables of counts, in which a count of 0 means the same as its absence. */
  readonly counts?: ReadonlySet<string>
  /** True: null means the same as absence, everywhere. */
  readonly nullIsAbsent?: boolean
}

/** Wire documents: exact, except for the spacing of argument text. */
export const wireEquivalence: Equivalence = {
  jsonText: new Set(['arguments']),
  ignored: new Set(),
  emptyIsAbsent: new Set(),
}

/**
 * Equivalence of wire documents made from streams: obfuscation pads a chunk and pings keep it alive, without meaning, and a stream has no
 * nulls.
 */
export const streamEquivalence: Equivalence = {
  jsonText: new Set(['arguments']),
  ignored: new Set(['obfuscation']),
  emptyIsAbsent: new Set(),
  nullIsAbsent: true,
}

/**
 * Equivalence of canonical values: `at` and `fields` are places, hints are spellings, `raw` is for people; none of them is meaning. The
 * defaults are those of docs/model/loss.md; a count of 0 in a table of counts means the same as its absence.
 */
export const canonicalEquivalence: Equivalence = {
  jsonText: new Set(['arguments']),
  ignored: new Set(['at', 'fields', 'hint', 'raw']),
  emptyIsAbsent: new Set(['extensions', 'rest', 'output', 'sampling', 'state', 'cache']),
  nullIsAbsent: true,
  counts: new Set(['cacheWriteByTtl', 'requests', 'byModality']),
  defaults: {
    candidates: 1,
    modalities: ['text'],
    store: false,
    toolChoice: { mode: 'auto' },
    format: { type: 'text' },
    parallel: true,
    isError: false,
    citable: false,
    deferred: false,
    strict: false,
    detail: 'auto',
    stream: false,
  },
}

/** Value that a JSON text holds, in an object; the text itself if it is not JSON. */
export function readJsonText(text: string): Json {
  if (text === '') return {}
  try {
    return JSON.parse(text) as Json // JSON.parse gives nothing but JSON
  } catch {
    return text
  }
}
