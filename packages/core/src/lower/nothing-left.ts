import { UnsupportedError } from '../errors.ts'
import type { Format } from '../node.ts'
import { pointer } from '../pointer.ts'
import type { GenerateRequest } from '../request.ts'
import { keptElsewhere } from './kept-elsewhere.ts'

/** The refusal of a request of which the target could say nothing. What a caller left at another provider is the reason, where it left something there. */
export function nothingLeft(format: Format, request: GenerateRequest): UnsupportedError {
  const key = keptElsewhere(request)
  if (key === undefined) return new UnsupportedError(format, '', 'nothing of the conversation can be said in this format')
  const at = request.fields?.[`state.${key}`] ?? pointer('', 'state', key)
  return new UnsupportedError(format, at, 'this format does not know the conversation that is kept at another provider')
}
