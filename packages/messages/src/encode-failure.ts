import { isJsonObject } from '@interlingua/core'
import { dotField, knownMessage, nameField } from '@interlingua/adapter-kit'
import type { Context, Failure, WireReply } from '@interlingua/core'
import type { JsonDraft } from './extension.ts'
import { eventTypes, failureKinds } from './failure-kinds.ts'
import { knownWords } from './known-words.ts'
import type { WireFailure } from './wire/wire-response.ts'

/** Error response for a client. The path of the field at fault is in the message, as in this format's own errors. */
export function encodeFailure(failure: Failure, _context: Context): WireReply<WireFailure> {
  const kind = failureKinds[failure.code]
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (failure.requestId !== undefined) headers['request-id'] = failure.requestId
  if (failure.retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
  return { status: kind.status, headers, body: ownDocument(failure, kind.type) ?? writeFailure(failure, kind.type) }
}

/** Failure within a stream: the `error` event. */
export function encodeFailureEvent(failure: Failure): WireFailure {
  const type = eventTypes[failure.code] ?? failureKinds[failure.code].type
  return ownDocument(failure, failureKinds[failure.code].type) ?? writeFailure(failure, type)
}

/** The upstream's own document, if it still says what the failure says. */
function ownDocument(failure: Failure, type: string): WireFailure | undefined {
  const wire = failure.raw?.format === 'messages' ? failure.raw.wire : undefined
  if (!isJsonObject(wire) || wire.type !== 'error' || !isJsonObject(wire.error)) return undefined
  return wire.error.type === type && wire.error.message === failure.message ? (wire as WireFailure) : undefined // type and error were just seen
}

function writeFailure(failure: Failure, type: string): WireFailure {
  const error: JsonDraft = { type, message: nameField(knownMessage(knownWords, failure), failure.path, dotField) }
  const details = failure.extensions?.messages?.rest?.details
  if (isJsonObject(details)) error.details = details
  const body = { type: 'error', error } as const
  return failure.requestId === undefined ? body : { ...body, request_id: failure.requestId }
}
