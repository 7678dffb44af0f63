import { isJsonObject } from '@interlingua/core'
import type { Json, OutputFormat } from '@interlingua/core'
import { keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'

export interface DecodedFormat {
  readonly format?: OutputFormat
  /** Rest that the model has no place for; the whole format if its type is unknown. */
  readonly rest?: Json
}

/** Decodes `text.format {type, name, schema, strict?, description?}`. https://platform.openai.com/docs/guides/structured-outputs */
export function decodeFormat(wire: Json): DecodedFormat {
  if (!isJsonObject(wire)) return { rest: wire }
  if (wire.type === 'text' || wire.type === 'json_object') {
    const { type, ...extra } = wire
    const format: OutputFormat = { type: type === 'text' ? 'text' : 'json' }
    return Object.keys(extra).length === 0 ? { format } : { format, rest: extra }
  }
  if (wire.type !== 'json_schema' || !isJsonObject(wire.schema)) return { rest: wire }
  const format: Draft<Extract<OutputFormat, { type: 'json-schema' }>> = { type: 'json-schema', schema: wire.schema }
  let extra: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'schema' || value === undefined) continue
    if (key === 'name' && typeof value === 'string') format.name = value
    else if (key === 'description' && typeof value === 'string') format.description = value
    else if (key === 'strict' && typeof value === 'boolean') format.strict = value
    else extra = keep(extra, key, value)
  }
  return extra === undefined ? { format } : { format, rest: extra }
}
