import type { JsonObject, Pointer } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** The fault of a body without the list in which its format keeps the conversation. */
export function checkList(body: JsonObject, key: string): Fault | undefined {
  const path: Pointer = `/${key}`
  const list = body[key]
  if (list === undefined) return invalidRequest('Field required', path)
  return Array.isArray(list) ? undefined : invalidRequest('Input should be a valid list', path)
}
