import type { JsonObject } from '@interlingua/core'
import type { Ask } from '../door.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** The model and whether it is to stream, in the formats that say so in the body. */
export function readAskedModel({ model, stream }: JsonObject): Ask | Fault {
  if (model === undefined) return invalidRequest('Field required', '/model')
  if (typeof model !== 'string') return invalidRequest('Input should be a valid string', '/model')
  if (model === '') return invalidRequest('Input should not be empty', '/model')
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    return invalidRequest('Input should be a valid boolean', '/stream')
  return { model, stream: stream === true }
}
