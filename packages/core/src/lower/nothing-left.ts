import { UnsupportedError } from '../errors.ts'
import type { Format } from '../node.ts'
import { pointer } from '../pointer.ts'
import type { GenerateRequest } from '../request.ts'
import { keptElsewhere } from './kept-elsewhere.ts'

/**
 * Refusal of a request of which the target could say nothing; if the caller left part of the conversation at another provider, that is the
 * reason given.
 */
export function nothingLeft(format: Format, request: GenerateRequest): UnsupportedError {
  const key = keptElsewhere(request)
  if (key === undefined) return new UnsupportedError(format, '', 'the conversation has no content that this format can carry')
  const at = request.fields?.[`state.${key}`] ?? pointer('', 'state', key)
  return new UnsupportedError(format, at, 'this format does not know the conversation that is kept at another provider')
}
