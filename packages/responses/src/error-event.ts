import { isJsonObject } from '@interlingua/core'
import type { Failure, Json } from '@interlingua/core'
import { errorOf } from './encode-failure.ts'
import { eventCode } from './failure-kinds.ts'
import { format } from './extension.ts'
import { errorObject } from './error-object.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** The `error` event in both forms: flat for clients that read the documentation, nested for the SDKs, which throw only on that. */
export function errorEvent(failure: Failure, sequence: number): WireStreamEvent {
  const { message, type, param, code } = { ...errorOf(failure), code: eventCode(failure), ...ownWords(failure) }
  return { type: 'error', sequence_number: sequence, code, message, param, error: { type, code, message, param } }
}

/** Type, code and param of an upstream of this format, which are repeated. */
function ownWords(failure: Failure): { readonly type?: string; readonly code?: Json; readonly param?: Json } {
  const wire = failure.raw?.format === format ? failure.raw.wire : undefined
  if (!isJsonObject(wire)) return {}
  const { type, code, param } = errorObject(wire)
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof code === 'string' && { code }),
    ...(typeof param === 'string' && { param }),
  }
}
