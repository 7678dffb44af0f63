import type { Context, GenerateRequest } from '@interlingua/core'
import { askForJsonAlone } from '@interlingua/core/lower'
import { notice } from '../notices.ts'

/** JSON without a schema has no mode here: it is asked for in words. That it is not promised is told where the format is lowered. */
export function sayFormat(request: GenerateRequest, context: Context): GenerateRequest {
  if (request.output?.format?.type !== 'json') return request
  return { ...request, turns: askForJsonAlone(request.turns, (at) => context.onNotice(notice('format-json-said', at))) }
}
