import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** The model that the path of a native method names. */
export function readPathModel({ params }: Exchange): { readonly model: string } | Fault {
  const { model = '' } = params
  return model === '' ? invalidRequest('the path names no model: /v1beta/models/{model}:{method}') : { model }
}
