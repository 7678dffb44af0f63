import type { GenerateRequest } from '@interlingua/core'
import { askForJson } from '@interlingua/core/lower'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Asks for JSON in words too, as JSON mode demands. https://platform.openai.com/docs/guides/structured-outputs#json-mode */
export function sayFormat(request: GenerateRequest, report: LowerScope['report']): GenerateRequest {
  if (request.output?.format?.type !== 'json') return request
  const turns = askForJson(request.turns, undefined, () => report('format-json-said', placeOf(request, 'output.format')))
  return turns === request.turns ? request : { ...request, turns }
}
