import type { Context, Failure, JsonObject, Pointer, WireReply } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { errorObject, failureCodeOf, failureWords } from './failure-codes.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import type { WireFailure } from './wire/response.ts'

/** The error document that an OpenAI client expects. A document of this very format is printed again while its code still fits. */
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
  // A body that was no answer at all: its sender's own words say most.
  if (failure.code === 'malformed-upstream') return wire
  if (wire['error'] === undefined) return undefined
  return failureCodeOf(errorObject(wire), failure.status ?? 200) === failure.code ? wire : undefined
}

function encodeError(failure: Failure): JsonObject {
  const { type, code } = failureWords[failure.code]
  return { message: failure.message, type, param: paramOf(failure.path), code }
}

/** `/messages/0/content` as `messages[0].content`. */
function paramOf(path: Pointer | undefined): string | null {
  if (path === undefined || path === '') return null
  let param = ''
  for (const segment of path.slice(1).split('/')) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    param += /^\d+$/.test(name) ? `[${name}]` : param === '' ? name : `.${name}`
  }
  return param
}
