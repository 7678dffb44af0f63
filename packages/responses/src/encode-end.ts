import { isJsonObject } from '@interlingua/core'
import type { Candidate, Context, Finish, GenerateResponse, Json, Pointer } from '@interlingua/core'
import { errorOf } from './encode-failure.ts'
import { eventCode } from './failure-kinds.ts'
import { format } from './extension.ts'
import { encodeFinish } from './finish-reason.ts'
import type { Spoken } from './finish-reason.ts'
import { isOwn } from './head.ts'
import type { WireEnd } from './head.ts'
import { notice } from './notices.ts'
import type { Failure } from '@interlingua/core'

/** Status and details of a response's end; losses are reported. */
export function encodeEnd(
  response: Pick<GenerateResponse, 'status' | 'failure' | 'extensions'>,
  candidate: Pick<Candidate, 'finish' | 'at' | 'fields'> | undefined,
  spoken: Spoken,
  context: Context,
): WireEnd {
  if (response.status === 'failed') return { status: 'failed', details: null, error: answerError(response.failure) }
  if (response.status === 'queued') return { status: 'queued', details: null, error: null }
  if (response.status === 'in-progress') return { status: 'in_progress', details: null, error: null }
  const finish = candidate?.finish
  if (finish === undefined) {
    if (isOwn(response)) return { status: undefined, details: null, error: null }
    context.onNotice(notice('finish-missing', `${candidate?.at ?? ''}${candidate?.fields?.finish ?? ''}` as Pointer)) // two pointers, one after the other
    // A client must run its calls, even if the server did not end for them.
    if (spoken.calls) return { status: 'completed', details: null, error: null }
    return { status: 'incomplete', details: { reason: 'max_output_tokens' }, error: null }
  }
  const { status, details, exact } = encodeFinish(finish, spoken)
  if (!exact) context.onNotice(notice('finish-reason', placeOf(finish, 'unified')))
  if (finish.raw?.format !== format) reportDetails(finish, context)
  return { status, details, error: null }
}

function reportDetails(finish: Finish, context: Context): void {
  for (const field of ['sequence', 'refusal', 'message'] as const) {
    if (finish[field] !== undefined) context.onNotice(notice('finish-detail', placeOf(finish, field)))
  }
}

function placeOf(finish: Finish, field: string): Pointer {
  return `${finish.at ?? ''}${finish.fields?.[field] ?? finish.fields?.unified ?? ''}` as Pointer // two pointers, one after the other
}

/** `error` of a failed response: as it came in this format, else in its words. */
export function answerError(failure: Failure | undefined): Json {
  if (failure === undefined) return { code: 'server_error', message: 'the answer failed' }
  const wire = failure.raw?.format === format ? failure.raw.wire : undefined
  if (isJsonObject(wire) && isJsonObject(wire.error) && wire.type !== 'error') return wire.error
  return { code: eventCode(failure), message: errorOf(failure).message }
}
