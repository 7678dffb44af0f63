import type { JsonObject } from '@interlingua/core'
import type { Ask } from '../door.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { readAskedModel } from './read-asked-model.ts'

/** A request may go without input only where the conversation is at the upstream already. */
export function readResponsesAsk(body: JsonObject): Ask | Fault {
  const ask = readAskedModel(body)
  if ('failure' in ask) return ask
  const { input } = body
  if (input === undefined || input === null) {
    const kept = ['previous_response_id', 'conversation', 'prompt'].some((key) => body[key] !== undefined && body[key] !== null)
    return kept ? ask : invalidRequest('Field required', '/input')
  }
  return typeof input === 'string' || Array.isArray(input) ? ask : invalidRequest('Input should be a text or a list of items', '/input')
}
