import type { Json } from '@interlingua/core'

/**
 * The few things that are equal though they are spelled differently. This table is the whole list; `diff` reads it and knows no other.
 *
 * Always, because `JSON.parse` gives the same value for both: the spelling of a number (`1.0`, `1`, `1e0`), escapes in strings, and the
 * place of integer-like keys. The order of keys never matters.
 */
export interface Equivalence {
  /** Keys whose string value is JSON text: compared as the values they hold, so that spacing does not matter; `''` is `{}`. */
  readonly jsonText: ReadonlySet<string>
  /** Keys that say nothing about the meaning of a document. */
  readonly ignored: ReadonlySet<string>
  /** Keys for which absent, null, `[]` and `{}` are the same. */
  readonly emptyIsAbsent: ReadonlySet<string>
  /** Values that say no more than the absence of their key. */
  readonly defaults?: Readonly<Record<string, Json>>
  /** Keys of tables of counts, in which a count of 0 says no more than its absence. */
  readonly counts?: ReadonlySet<string>
  /** Null is absent, everywhere. */
  readonly nullIsAbsent?: boolean
}

/** Wire documents: exact, except for the spacing of argument text. */
export const wireEquivalence: Equivalence = {
  jsonText: new Set(['arguments']),
  ignored: new Set(),
  emptyIsAbsent: new Set(),
}

/** Wire documents made from streams: obfuscation pads a chunk and pings keep it alive, neither has meaning. Nobody streams a null. */
export const streamEquivalence: Equivalence = {
  jsonText: new Set(['arguments']),
  ignored: new Set(['obfuscation']),
  emptyIsAbsent: new Set(),
  nullIsAbsent: true,
}

/**
 * Canonical values: `at` and `fields` say where a node stood, hints how it was spelled, `raw` is for people. None of them is meaning. The
 * defaults are those that docs/model/loss.md lists; a count of 0 in a table of counts says nothing.
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

/** The value that a JSON text holds, in a box; the text itself where it is not JSON. */
export function readJsonText(text: string): Json {
  if (text === '') return {}
  try {
    return JSON.parse(text) as Json // JSON.parse gives nothing but JSON
  } catch {
    return text
  }
}
