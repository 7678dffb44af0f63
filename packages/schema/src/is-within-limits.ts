import { isJsonObject, type JsonObject } from '@interlingua/core'
import { childSchemas } from './child-schemas.ts'
import { dialectRules } from './dialect-rules.ts'
import type { SchemaDialect } from './schema-dialect.ts'

/** True if the whole schema has no more properties and enum values than the dialect takes. */
export function isWithinLimits(root: JsonObject, dialect: SchemaDialect): boolean {
  const { maxProperties, maxEnumValues } = dialectRules[dialect]
  let properties = 0
  let values = 0
  const open = childSchemas({ schema: root, path: '' }, true)
  const count = ({ properties: named, enum: listed }: JsonObject): void => {
    if (isJsonObject(named)) properties += Object.keys(named).length
    if (Array.isArray(listed)) values += listed.length
  }
  count(root)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema, path } = next
    if (!isJsonObject(schema)) continue
    count(schema)
    open.push(...childSchemas({ schema, path }, true))
  }
  return properties <= maxProperties && values <= maxEnumValues
}
