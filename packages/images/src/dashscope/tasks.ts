import {
  type Context,
  type Failure,
  type FailureCode,
  isInterlinguaError,
  isJsonObject,
  isRetryable,
  type Json,
  type WireReply,
} from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import type { ImageTasks, ImageTaskState } from '../image-tasks.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeResponse } from './decode-response.ts'
import { familyOf } from './family-of.ts'
import { format } from './format.ts'
import { parseResponse } from './parse-response.ts'
import { submittedSchema, taskSchema } from './wire.ts'

/** The states of a task by DashScope's words. An unknown word counts as running, since the caller has a deadline. */
const states: Readonly<Record<string, ImageTaskState['state']>> = {
  PENDING: 'queued',
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  UNKNOWN: 'expired',
}

/** The protocol of requests that are answered by a task. https://help.aliyun.com/zh/model-studio/text-to-image-v2-api-reference */
export const tasks = {
  isTask: (request, context) => familyOf(request, context).mode !== 'sync',
  decodeSubmitted(reply) {
    check(format, submittedSchema, reply.body)
    return (reply as WireReply<{ readonly output: { readonly task_id: string } }>).body.output.task_id // just checked
  },
  path: (taskId) => `/v1/tasks/${pathSegment(taskId)}`,
  decodeTask(reply, context): ImageTaskState {
    check(format, taskSchema, reply.body)
    const { task_status: word } = (reply as WireReply<{ readonly output: { readonly task_status: string } }>).body.output // just checked
    const state = Object.hasOwn(states, word.toUpperCase()) ? states[word.toUpperCase()] : undefined
    switch (state) {
      case 'succeeded':
        return succeeded(reply, context)
      case 'failed':
        return { state, failure: failureOf(reply, context) }
      case 'cancelled':
        return { state, failure: { ...failureOf(reply, context, 'the task was cancelled'), code: 'cancelled', retryable: false } }
      case 'expired':
        return { state, failure: told('not-found', 'the upstream no longer has this task', reply) }
      case 'queued':
        return { state }
      case 'running':
      case undefined:
        return { state: 'running' }
    }
  },
  interval: { first: 3000, next: 3000 },
} satisfies ImageTasks

/** The state of a task that succeeded. A succeeded task without an image counts as failed, since it will never have one. */
function succeeded(reply: WireReply<unknown>, context: Context): ImageTaskState {
  try {
    return { state: 'succeeded', response: decodeResponse(parseResponse(reply, context), context) }
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return { state: 'failed', failure: told(error.code === 'limit' ? 'limit' : 'malformed-upstream', error.message, reply) }
  }
}

/** The failure in the task's own message, or else a server error. */
function failureOf(reply: WireReply<unknown>, context: Context, silent = 'the task failed'): Failure {
  const failure = decodeFailure({ ...reply, status: 200 }, context)
  return failure.code === 'malformed-upstream' ? told('server', silent, reply) : failure
}

function told(code: FailureCode, message: string, { body }: WireReply<unknown>): Failure {
  const requestId = isJsonObject(body) ? body['request_id'] : undefined
  return {
    code,
    message,
    retryable: isRetryable(code),
    ...(typeof requestId === 'string' && { requestId }),
    ...(isJsonObject(body) && { raw: { format, wire: body satisfies Json } }),
  }
}
