import { isJsonObject, isRetryable, parseJson, parseRetryAfter, type Failure, type Format, type GenerateAdapter } from '@interlingua/core'
import type { ErrorDefinition } from './adapter-definition.ts'
import { failureOfDocument, wordless } from './failure-of-document.ts'
import { failureFromStatus } from './failure-from-status.ts'
import type { Schema } from './schema.ts'

type FailureMembers<F> = Pick<GenerateAdapter<unknown, unknown, unknown, F>, 'parseFailure' | 'decodeFailure' | 'encodeFailure'>

/** Makes the members of an adapter that read and write error documents. */
export function createFailureMembers<F>(
  format: Format,
  errors: ErrorDefinition<F>,
  schema: Schema<F> | undefined,
  statusOf: (code: Failure['code']) => number,
): FailureMembers<F> {
  return {
    parseFailure({ status, headers, body }) {
      const value = typeof body === 'string' ? parseJson(body) : body
      return { status, headers, body: documentOf(Array.isArray(value) ? value[0] : value, schema) }
    },
    decodeFailure({ status, headers, body }, context) {
      const wait = parseRetryAfter(headers, context)
      const requestId = headers['x-request-id'] ?? headers['request-id']
      return {
        ...(wait !== undefined && { retryAfterMs: wait }),
        ...(requestId !== undefined && { requestId }),
        ...(isJsonObject(body) ? failureOfDocument(format, errors, body, status, headers) : failureWithout(status)),
      }
    },
    encodeFailure(failure) {
      const own = ownDocument(failure, format, errors, schema)
      const document = own ?? errors.write(failure)
      return {
        status: own === undefined ? statusOf(failure.code) : (failure.status ?? statusOf(failure.code)),
        headers: {
          'content-type': 'application/json',
          ...(failure.retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(failure.retryAfterMs / 1000)) }),
          ...(failure.requestId !== undefined && { 'x-request-id': failure.requestId }),
          ...errors.headers?.(failure, document),
        },
        body: document,
      }
    },
  }
}

function documentOf<F>(value: unknown, schema: Schema<F> | undefined): F | undefined {
  if (!isJsonObject(value)) return undefined
  if (schema !== undefined && !schema.safeParse(value).success) return undefined
  return value as F // the schema took it; without one, F promises no key
}

function failureWithout(status: number): Failure {
  const code = failureFromStatus(status)
  return { code, message: wordless(status), retryable: isRetryable(code), ...(status >= 400 && { status }) }
}

/** Document of this very format, to be printed again while its code still fits; `undefined` for a stream event, which has no status. */
function ownDocument<F>(failure: Failure, format: Format, errors: ErrorDefinition<F>, schema: Schema<F> | undefined): F | undefined {
  if (failure.raw?.format !== format || failure.status === undefined) return undefined
  const document = documentOf(failure.raw.wire, schema)
  if (!isJsonObject(document)) return undefined
  return failureOfDocument(format, errors, document, failure.status).code === failure.code ? document : undefined
}
