import type { JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'

/** A request without a key that is good: 401, in the words that clients of the endpoint look for. */
export function keyFault({ endpoint, door }: Exchange, message: string): Fault {
  const fault = { failure: { code: 'authentication', message, retryable: false, status: 401 } } as const
  if (door.adapter.format !== 'messages') return fault
  if (endpoint?.operation === 'count') return { ...fault, spell: (body) => withError(body, { type: 'invalid_request_error' }) }
  if (endpoint?.operation === 'models') return { ...fault, spell: (body) => withError(body, { code: 'invalid_api_key' }) }
  return fault
}

function withError(body: JsonObject, fields: JsonObject): JsonObject {
  return isJsonObject(body['error']) ? { ...body, error: { ...body['error'], ...fields } } : body
}
