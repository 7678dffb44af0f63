import type { VideoTask } from '../video-task.ts'

type State = VideoTask['state']

/** `status` of the flat shape. It has no word for what was cancelled or expired. */
export const flatWords = {
  created: 'queued',
  submitted: 'queued',
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
} as const satisfies Record<State, string>

/** `data.status` of the wrapped shape. */
export const wrappedWords = {
  created: 'NOT_START',
  submitted: 'QUEUED',
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILED',
  cancelled: 'FAILED',
  expired: 'EXPIRED',
} as const satisfies Record<State, string>

/** `data.data.status` of the wrapped shape: what the provider would say. */
export const providerWords = {
  created: 'queued',
  submitted: 'queued',
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<State, string>
