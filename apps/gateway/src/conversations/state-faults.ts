import { isJsonObject, type JsonObject, type Pointer } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'

/** How much of a caller's id is said back to it. */
const shown = 200

/** What is not there, or is another's, in the vendor's words. */
export const stateFaults = {
  response: (id: string): Fault => missing(`Response with id '${id.slice(0, shown)}' not found.`),
  conversation: (id: string): Fault => missing(`Conversation with id '${id.slice(0, shown)}' not found.`),
  item: (id: string): Fault => missing(`Item with id '${id.slice(0, shown)}' not found.`),
  previous: (id: string): Fault => ({
    ...refused(`Previous response with id '${id.slice(0, shown)}' not found.`, '/previous_response_id'),
    spell: (body) => withCode(body, 'previous_response_not_found'),
  }),
  refused,
} as const

function missing(message: string): Fault {
  return { failure: { code: 'not-found', message, retryable: false, status: 404 }, status: 404, spell: (body) => withCode(body, null) }
}

/** A 400 that names the field, and says in its text only what is wrong. */
function refused(message: string, path: Pointer): Fault {
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, path } }
}

function withCode(body: JsonObject, code: string | null): JsonObject {
  return isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code } } : body
}
