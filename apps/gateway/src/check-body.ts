import type { JsonObject } from '@interlingua/core'
import type { Fault } from './fault.ts'
import { invalidRequest } from './invalid-request.ts'

/** What the gateway itself reads of a body must be there, whatever the format. */
export function checkBody(body: JsonObject): { readonly model: string; readonly stream: boolean } | Fault {
  const { model, stream, messages } = body
  if (model === undefined) return invalidRequest('Field required', '/model')
  if (typeof model !== 'string') return invalidRequest('Input should be a valid string', '/model')
  if (model === '') return invalidRequest('Input should not be empty', '/model')
  if (messages === undefined) return invalidRequest('Field required', '/messages')
  if (!Array.isArray(messages)) return invalidRequest('Input should be a valid list', '/messages')
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    return invalidRequest('Input should be a valid boolean', '/stream')
  return { model, stream: stream === true }
}
