import type { VideoTask } from '../video-task.ts'

type State = VideoTask['state']

/** The `status` of the flat shape, which writes cancelled and expired tasks as `failed`. */
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

/** The `data.data.status` of the wrapped shape, in the words of the provider. */
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
