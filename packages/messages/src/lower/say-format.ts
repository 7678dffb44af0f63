import type { GenerateRequest } from '@interlingua/core'
import { askForJsonAlone } from '@interlingua/core/lower'

/** JSON without a schema has no mode here: it is asked for in words. That it is not promised is told where the format is lowered. */
export function sayFormat(request: GenerateRequest): GenerateRequest {
  return request.output?.format?.type === 'json' ? { ...request, turns: askForJsonAlone(request.turns) } : request
}
