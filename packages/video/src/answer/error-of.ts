import type { Failure } from '@interlingua/core'
import type { VideoTask } from '../video-task.ts'

/** The `error` of a task that ended without a video, with an HTTP status as its `code`; `undefined` for a task of any other state. */
export function errorOf({ state, failure }: VideoTask): { readonly code: number; readonly message: string } | undefined {
  switch (state) {
    case 'failed':
      return { code: codeOf(failure), message: failure?.message ?? 'The video could not be made.' }
    case 'cancelled':
      return { code: 499, message: failure?.message ?? 'The task was cancelled.' }
    case 'expired':
      return { code: 504, message: failure?.message ?? 'The task expired.' }
    default:
      return undefined
  }
}

function codeOf(failure: Failure | undefined): number {
  switch (failure?.code) {
    case 'policy':
    case 'invalid-request':
    case 'context-length':
    case 'precondition':
    case 'unprocessable':
    case 'too-large':
    case 'unsupported':
    case 'not-found':
      return 400
    case 'rate-limit':
    case 'billing':
      return 429
    case 'cancelled':
      return 499
    case 'timeout':
      return 504
    case 'malformed-upstream':
    case 'authentication':
    case 'permission':
    case 'overloaded':
    case 'truncated-stream':
      return 502
    default:
      return 500
  }
}
