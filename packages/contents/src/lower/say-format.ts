import type { Context, GenerateRequest } from '@interlingua/core'
import { askForJson } from '@interlingua/core/lower'
import { notice } from '../notices.ts'
import { placeOf } from './place-of.ts'

/** Asks for JSON in words for models that give either JSON or calls, since the caller's program needs its calls more. */
export function sayFormat(request: GenerateRequest, context: Context): GenerateRequest {
  const format = request.output?.format
  if (context.model?.formatWithTools !== false || format === undefined || format.type === 'text') return request
  if (!request.tools?.some(({ type, ...tool }) => type !== 'builtin' || ('runsOn' in tool && tool.runsOn === 'client'))) return request
  context.onNotice(notice('format-with-tools', placeOf(request, 'output.format', '')))
  const { format: _, ...output } = request.output ?? {}
  const schema = format.type === 'json-schema' ? format.schema : undefined
  return { ...request, output, turns: askForJson(request.turns, schema, () => undefined) }
}
