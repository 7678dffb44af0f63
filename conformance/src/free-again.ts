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
  // seals of thoughts that stood alone
  'empty-text',
  'last-seal',
]

/** Notices that a second trip may repeat, because they are approximate in both directions (docs/model). */
export const freeAgain: ReadonlySet<string> = new Set(formatIds.flatMap((format) => names.map((name) => `${format}/${name}`)))

/**
 * Notices that undo each other: a file's name is demanded by one format and impossible in the other, so it is added on the way there,
 * dropped on the way home, and added again. Each may occur once for each of its counterparts on the way home.
 */
export const counterparts: ReadonlyMap<string, string> = new Map([
  ['media-name', 'document-filename'],
  ['document-filename', 'media-name'],
])
