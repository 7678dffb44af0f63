import type { Failure, JsonObject, Pointer } from '@interlingua/core'
import type { RequestHead } from '@interlingua/core/edge'
import { invalidRequest } from './invalid-request.ts'

/** Reads the head of a request whose body names the model, and keeps the conversation in a list under `list`. */
export function readBodyHead(body: JsonObject, list: string): RequestHead | Failure {
  const head = readModelHead(body)
  if ('code' in head) return head
  return requireList(body, list) ?? head
}

/** Reads the model and the stream flag, in formats that have both in the body. */
export function readModelHead({ model, stream }: JsonObject): RequestHead | Failure {
  if (model === undefined) return invalidRequest('Field required', '/model')
  if (typeof model !== 'string') return invalidRequest('Input should be a valid string', '/model')
  if (model === '') return invalidRequest('Input should not be empty', '/model')
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    return invalidRequest('Input should be a valid boolean', '/stream')
  return { model, stream: stream === true }
}

/** The failure of a body without the list in which its format keeps the conversation. */
export function requireList(body: JsonObject, key: string): Failure | undefined {
  const path: Pointer = `/${key}`
  const list = body[key]
  if (list === undefined) return invalidRequest('Field required', path)
  return Array.isArray(list) ? undefined : invalidRequest('Input should be a valid list', path)
}
