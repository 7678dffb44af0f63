import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import fc from 'fast-check'
import { toStrictJsonSchema } from 'openai/lib/transform'
import { expect, it, vi } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { lowerSchema } from '@interlingua/schema'
import { arbitrarySchema, definitions } from './arbitrary-schema.ts'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

const schemas = arbitrarySchema().map((schema): JsonObject => ({
  type: 'object',
  properties: { root: schema },
  required: ['root'],
  additionalProperties: false,
  $defs: definitions,
}))

/** The schema with every list of names sorted, and what `change` makes of each schema in it. */
function rewrite(schema: Json, change: (schema: JsonObject) => JsonObject): Json {
  if (!isJsonObject(schema)) return schema
  const out: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(change(schema))) {
    if ((keyword === 'properties' || keyword === '$defs') && isJsonObject(value)) {
      out[keyword] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, rewrite(child, change)]))
    } else if (keyword === 'items') out[keyword] = rewrite(value, change)
    else if (keyword === 'anyOf' && Array.isArray(value)) out[keyword] = value.map((branch) => rewrite(branch, change))
    else out[keyword] = keyword === 'required' && Array.isArray(value) ? value.toSorted() : value
  }
  return out
}

const asIs = (schema: JsonObject): JsonObject => schema
const copy = (schema: JsonObject): Record<string, unknown> => JSON.parse(JSON.stringify(schema)) as Record<string, unknown> // an object is an object again

it('OpenAI’s SDK finds nothing to change in what we lower for it, and nothing to refuse', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      const { schema: lowered } = lowerSchema(schema, 'openai-strict', '')
      expect(rewrite(toStrictJsonSchema(copy(lowered)) as JsonObject, asIs)).toEqual(rewrite(lowered, asIs)) // the SDK gives a JSON Schema
    }),
    runs(500),
  )
})

/** Keywords that the API takes but Anthropic's SDK moves to descriptions: those beside listed values, patterns and defaults. */
function asTheirs({ type, format, pattern: _, default: __, description: ___, ...rest }: JsonObject): JsonObject {
  if ('enum' in rest || 'const' in rest) return rest
  return { ...rest, ...(type !== undefined && { type }), ...(format !== undefined && { format }) }
}

it('Anthropic’s SDK finds nothing to refuse in what we lower for it, and changes only what it leaves out on purpose', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      const { schema: lowered } = lowerSchema(schema, 'anthropic-strict', '')
      expect(rewrite(transformJSONSchema(copy(lowered)) as JsonObject, asTheirs)).toEqual(rewrite(lowered, asTheirs)) // the SDK gives a JSON Schema
    }),
    runs(500),
  )
})
