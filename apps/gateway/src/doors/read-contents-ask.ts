import type { JsonObject } from '@interlingua/core'
import type { Ask, Way } from '../door.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { checkList } from './check-list.ts'

/** The path names the model and the method. A count may hold a whole request in the place of its contents. */
export function readContentsAsk(body: JsonObject, { model = '', stream = false }: Way): Ask | Fault {
  if (model === '') return invalidRequest('the path names no model: /v1beta/models/{model}:{method}')
  const fault =
    body['generateContentRequest'] === undefined && body['generate_content_request'] === undefined && checkList(body, 'contents')
  return fault || { model, stream }
}
