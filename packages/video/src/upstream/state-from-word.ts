import type { VideoState } from '../video-state.ts'

type Known = Exclude<VideoState['state'], 'unknown'>

/** The states by the words of all upstreams, in lower case. */
const words: Readonly<Record<string, Known>> = {
  queued: 'queued',
  preprocessing: 'queued',
  pending: 'queued',
  not_start: 'queued',
  submitted: 'queued',
  created: 'queued',
  in_progress: 'running',
  processing: 'running',
  running: 'running',
  generating: 'running',
  completed: 'succeeded',
  succeeded: 'succeeded',
  success: 'succeeded',
  finished: 'succeeded',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  expired: 'expired',
  timeout: 'expired',
}

/** The state that an upstream's word means, in any case; `undefined` for an unknown word. */
export function stateFromWord(word: unknown): Known | undefined {
  if (typeof word !== 'string') return undefined
  const known = word.trim().toLowerCase()
  return Object.hasOwn(words, known) ? words[known] : undefined
}
