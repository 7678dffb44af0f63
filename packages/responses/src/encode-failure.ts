import { isJsonObject } from '@interlingua/core'
import type { Context, Failure, JsonObject, WireReply } from '@interlingua/core'
import { bracketField, knownMessage, nameField, openaiKnownWords, readOpenaiError } from '@interlingua/adapter-kit'
import { format } from './extension.ts'
import { errorObject } from './error-object.ts'
import { failureKinds } from './failure-kinds.ts'
import type { WireFailure } from './wire/wire-response.ts'

/** Error document as an OpenAI client expects it. A document of this very format is printed again while its code still fits. */
export function encodeFailure(failure: Failure, _context: Context): WireReply<WireFailure> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (failure.retryAfterMs !== undefined) {
    headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
    headers['retry-after-ms'] = String(failure.retryAfterMs)
  }
  if (failure.requestId !== undefined) headers['x-request-id'] = failure.requestId
  const own = ownDocument(failure)
  return {
    status: own !== undefined && failure.status !== undefined ? failure.status : failureKinds[failure.code].status,
    headers,
    body: own ?? { error: errorOf(failure) },
  }
}

function ownDocument(failure: Failure): JsonObject | undefined {
  const wire = failure.raw?.format === format ? failure.raw.wire : undefined
  // An event of a stream or a failed response is no error document, and has less in it.
  if (!isJsonObject(wire) || typeof wire.sequence_number === 'number' || wire.object === 'response') return undefined
  // For a body that was no response at all, the sender's own words say most.
  if (failure.code === 'malformed-upstream') return wire
  if (failure.status === undefined) return undefined
  return readOpenaiError(errorObject(wire), failure.status).code === failure.code ? wire : undefined
}

/** Error object of documents and events. */
export function errorOf(failure: Failure): { message: string; type: string; param: string | null; code: string | null } {
  const { type, code } = failureKinds[failure.code]
  return {
    message: nameField(knownMessage(openaiKnownWords, failure), failure.path, bracketField),
    type,
    param: bracketField(failure.path) ?? null,
    code,
  }
}
