import { formatIds } from './formats.ts'

const names = [
  'cache-ttl',
  'document-title',
  'tool-version',
  'format-strict',
  'schema-strict',
  'finish-reason',
  'finish-incomplete',
  'reasoning-kind',
  'instruction-folded',
  'media-url',
  'usage-cache-ttl',
  'audio-format',
  'audio-voice',
  'logprob-bytes',
  'reasoning-summary',
  'tool-choice-checked',
  'citation-double',
  'answer-media',
  'answer-part',
  'text-joined',
  'seal-bypass',
]

/** Notices that a second trip may give again: what they tell is approximate in either direction by its nature (docs/model). */
export const freeAgain: ReadonlySet<string> = new Set(formatIds.flatMap((format) => names.map((name) => `${format}/${name}`)))
