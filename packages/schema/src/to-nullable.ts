import type { JsonObject } from '@interlingua/core'

/** Lowered schema that takes null as well; the same one if it does already. */
export function toNullable(schema: JsonObject): JsonObject {
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) {
    return anyOf.some((branch) => takesNull(branch as JsonObject)) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] } // we wrote the branches: objects
  }
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  if (takesNull(schema)) return schema
  const nullable: Record<string, JsonObject[string]> = {
    ...schema,
    type: [...(Array.isArray(type) ? type : [type]).filter((each) => each !== 'null'), 'null'],
  }
  if (Array.isArray(schema.enum)) nullable.enum = [...schema.enum.filter((each) => each !== null), null]
  if (schema.const !== undefined) {
    delete nullable.const
    nullable.enum = [schema.const, null]
  }
  return nullable
}

function takesNull({ type, anyOf, enum: values, const: value }: JsonObject): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((branch) => takesNull(branch as JsonObject)) // we wrote the branches: objects
  const typed = type === 'null' || (Array.isArray(type) && type.includes('null'))
  return typed && (!Array.isArray(values) || values.includes(null)) && (value === undefined || value === null)
}
