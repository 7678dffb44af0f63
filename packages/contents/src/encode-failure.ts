import type { Context, Failure, Json, JsonObject, WireReply } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { bracketField, knownMessage, nameField, withoutField } from '@interlingua/adapter-kit'
import { format } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { errorObject, failureCodeOf, failureWords } from './failure-codes.ts'
import { knownWords } from './known-words.ts'
import type { WireFailure } from './wire/wire-response.ts'

const typeOf = (name: string): string => `type.googleapis.com/google.rpc.${name}`

/**
 * Error document as a Google client expects it. A document of this very format is printed again while its code still fits; inside a stream,
 * the SDK recognises a failure by a numeric `code` from 400 on.
 */
export function encodeFailure(failure: Failure, _context: Context): WireReply<WireFailure> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (failure.retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
  if (failure.requestId !== undefined) headers['x-request-id'] = failure.requestId
  const own = ownDocument(failure)
  return {
    status: own !== undefined && failure.status !== undefined ? failure.status : failureWords[failure.code].status,
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
  return failureCodeOf(errorObject(wire), failure.status ?? 200) === failure.code ? wire : undefined
}

function encodeError(failure: Failure): JsonObject {
  const words: { readonly status: number; readonly word: string; readonly reason?: string } = failureWords[failure.code]
  const field = bracketField(failure.path)
  const message = knownMessage(knownWords, failure)
  const named = nameField(message, failure.path, bracketField)
  const details: Json[] = []
  if (words.reason !== undefined) details.push({ '@type': typeOf('ErrorInfo'), reason: words.reason, domain: 'googleapis.com' })
  if (failure.code === 'billing')
    details.push({ '@type': typeOf('QuotaFailure'), violations: [{ subject: 'billing', description: failure.message }] })
  if (field !== undefined)
    details.push({ '@type': typeOf('BadRequest'), fieldViolations: [{ field, description: withoutField(failure.message, failure.path) }] })
  if (failure.retryAfterMs !== undefined) details.push({ '@type': typeOf('RetryInfo'), retryDelay: `${failure.retryAfterMs / 1000}s` })
  const error: JsonDraft = { code: words.status, message: named, status: words.word }
  if (details.length > 0) error.details = details
  return error
}
