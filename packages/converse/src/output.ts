import { dropAbsent } from '@interlingua/adapter-kit'
import { isJsonObject, type Json, type JsonObject, type OutputFormat } from '@interlingua/core'
import { parseExactJson, sameJson } from '@interlingua/core/adapter'

type Schema = Extract<OutputFormat, { type: 'json-schema' }>

/** Members of `textFormat` that say the format. */
export const formatPaths = ['type', 'structure/jsonSchema/schema', 'structure/jsonSchema/name', 'structure/jsonSchema/description']

/** The format of the answer, and the text of its schema; `undefined`: it is none that is known. */
export function decodeTextFormat(wire: Json | undefined): { readonly format: Schema; readonly schema: string } | undefined {
  const { type, structure } = isJsonObject(wire) ? wire : {}
  const {
    schema: text,
    name,
    description,
  } = isJsonObject(structure) && isJsonObject(structure['jsonSchema']) ? structure['jsonSchema'] : {}
  if (type !== 'json_schema' || typeof text !== 'string') return undefined
  const schema = parseExactJson(text)
  if (!isJsonObject(schema) || (name !== undefined && typeof name !== 'string')) return undefined
  if (description !== undefined && typeof description !== 'string') return undefined
  return { format: { type: 'json-schema', schema, ...dropAbsent({ name, description }) }, schema: text }
}

/** `text`: the schema as it came, which is printed again while it says the same. */
export function encodeTextFormat({ schema, name, description }: Schema, text: string | undefined): JsonObject {
  const same = text !== undefined && sameJson(parseExactJson(text) ?? null, schema)
  const wanted = { ...dropAbsent({ name }), schema: same ? text : JSON.stringify(schema), ...dropAbsent({ description }) }
  return { type: 'json_schema', structure: { jsonSchema: wanted } }
}
