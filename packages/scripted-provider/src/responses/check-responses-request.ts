import type { Failure } from '@interlingua/core'
import type { ResponseStore } from './create-response-store.ts'
import type { WireItem } from './shapes/read-item.ts'
import type { ResponsesBody } from './shapes/request-shape.ts'
import { refuseResponses } from './refuse-responses.ts'

/** The rules of the responses vendor beyond the schema. */
export function checkResponsesRequest(body: ResponsesBody, items: readonly WireItem[], _store: ResponseStore): Failure | undefined {
  if (body.model === undefined) return refuseResponses("Missing required parameter: 'model'.", 'model', 'missing_required_parameter')
  if (items.length === 0 && body.prompt === undefined)
    return refuseResponses("Missing required parameter: 'input'.", 'input', 'missing_required_parameter')
  return undefined
}
