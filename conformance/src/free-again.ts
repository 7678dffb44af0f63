import { formatIds } from './formats.ts'

const names = [
  'cache-ttl',
  'document-title',
  'tool-version',
  'tool-version-dropped',
  'format-strict',
  'format-strict-always',
  'finish-reason',
  'finish-incomplete',
  'reasoning-kind',
  'instruction-folded',
  'media-url',
  'usage-cache-ttl',
  'audio-format',
  'audio-voice',
  'audio-dropped',
  'logprob-bytes',
  'reasoning-summary',
  'reasoning-summary-dropped',
  'tool-choice-checked',
  'citation-double',
  'answer-media',
  'answer-part',
  'text-joined',
  'seal-bypass',
  // What carried a signature of thoughts that nothing else was there for.
  'empty-text',
  'last-seal',
]

/** Notices that a second trip may give again: what they tell is approximate in either direction by its nature (docs/model). */
export const freeAgain: ReadonlySet<string> = new Set(formatIds.flatMap((format) => names.map((name) => `${format}/${name}`)))

/**
 * A file must have a name in one format and can have none in the other: what was named on the way there is sent home without the name, and
 * must be named again. Each is free once for each of the other on the way home, and nowhere else.
 */
export const counterparts: ReadonlyMap<string, string> = new Map([
  ['media-name', 'document-filename'],
  ['document-filename', 'media-name'],
])
