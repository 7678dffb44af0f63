import type { Context, GenerateRequest } from '@interlingua/core'
import { pointer } from '@interlingua/core'
import { askForJson } from '@interlingua/core/lower'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'
import { isOwn } from './is-own.ts'

/** Asks for JSON in words too, as JSON modes demand, and puts a schema into words that the server does not take. */
export function sayFormat(request: GenerateRequest, context: Context): GenerateRequest {
  const asked = request.output?.format
  const best = readDialect(context.dialect).responseFormat ?? 'json_schema'
  if (asked === undefined || asked.type === 'text' || best === 'none') return request
  if (asked.type === 'json' ? isOwn(request) : best !== 'json_object') return request
  const schema = asked.type === 'json' ? undefined : asked.schema
  const turns = askForJson(request.turns, schema, () => {
    // Lowering the format reports that the schema is only in words.
    if (schema === undefined)
      context.onNotice(notice('format-json-said', request.fields?.['output.format'] ?? pointer(request.at ?? '', 'output', 'format')))
  })
  return turns === request.turns ? request : { ...request, turns }
}
