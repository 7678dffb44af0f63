import type { JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'

/** A request without a key that is good: 401, in the words that clients of the endpoint look for. */
export function keyFault({ endpoint, edge }: Exchange, message: string): Fault {
  const fault = { failure: { code: 'authentication', message, retryable: false, status: 401 } } as const
  const fields = edge.client.keyError?.(endpoint?.operation ?? '')
  if (fields) return { ...fault, spell: (body) => withError(body, fields) }
  return fault
}

function withError(body: JsonObject, fields: JsonObject): JsonObject {
  return isJsonObject(body['error']) ? { ...body, error: { ...body['error'], ...fields } } : body
}
