import type { Context, Failure, JsonObject, WireReply } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { bracketField, knownMessage, nameField, openaiErrors, openaiKnownWords, readOpenaiError } from '@interlingua/adapter-kit'
import { errorObject } from './error-object.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import type { WireFailure } from './wire/response.ts'

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
    status: own !== undefined && failure.status !== undefined ? failure.status : http.status(failure.code),
    headers,
    body: own ?? { error: encodeError(failure) },
  }
}

function ownDocument(failure: Failure): JsonObject | undefined {
  const wire = failure.raw?.format === format ? failure.raw.wire : undefined
  if (!isJsonObject(wire)) return undefined
  // For a body that was no response at all, the sender's own words say most.
  if (failure.code === 'malformed-upstream') return wire
  if (wire['error'] === undefined) return undefined
  return readOpenaiError(errorObject(wire), failure.status ?? 200).code === failure.code ? wire : undefined
}

function encodeError(failure: Failure): JsonObject {
  const { type, code } = openaiErrors[failure.code]
  return {
    message: nameField(knownMessage(openaiKnownWords, failure), failure.path, bracketField),
    type,
    param: bracketField(failure.path) ?? null,
    code,
  }
}
