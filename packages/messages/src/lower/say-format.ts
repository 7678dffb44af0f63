import type { Context, GenerateRequest } from '@interlingua/core'
import { askForJsonAlone } from '@interlingua/core/lower'
import { notice } from '../notices.ts'

/** Asks for JSON without a schema in words, since there is no mode for it here. Lowering the format reports that JSON is not promised. */
export function sayFormat(request: GenerateRequest, context: Context): GenerateRequest {
  if (request.output?.format?.type !== 'json') return request
  return { ...request, turns: askForJsonAlone(request.turns, (at) => context.onNotice(notice('format-json-said', at))) }
}
