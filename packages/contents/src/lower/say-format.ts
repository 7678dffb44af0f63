import type { Context, GenerateRequest } from '@interlingua/core'
import { askForJson } from '@interlingua/core/lower'
import { notice } from '../notices.ts'
import { placeOf } from './place-of.ts'

/** Some models give JSON or call functions, not both: the calls are what the caller's program cannot do without, and JSON is asked for in words. */
export function sayFormat(request: GenerateRequest, context: Context): GenerateRequest {
  const format = request.output?.format
  if (context.model?.formatWithTools !== false || format === undefined || format.type === 'text') return request
  if (!request.tools?.some(({ type, ...tool }) => type !== 'builtin' || ('runsOn' in tool && tool.runsOn === 'client'))) return request
  context.onNotice(notice('format-with-tools', placeOf(request, 'output.format', '')))
  const { format: _, ...output } = request.output ?? {}
  const schema = format.type === 'json-schema' ? format.schema : undefined
  return { ...request, output, turns: askForJson(request.turns, schema, () => undefined) }
}
