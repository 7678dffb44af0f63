import type { WireSchema } from './shapes/schema-shape.ts'

/**
 * The first fault of a Schema in the vendor's wording, preceded by its place; `undefined` for a legal one. `third` selects the rules of the
 * third generation.
 */
export function checkSchema(schema: WireSchema, at: string, third: boolean): string | undefined {
  const { type, properties = {}, required = [], items, anyOf = [], format } = schema
  if (third && type === 'OBJECT' && Object.keys(properties).length === 0) return `${at}.properties: should be non-empty for OBJECT type`
  if (type === 'ARRAY' && items === undefined) return `${at}.items: missing field.`
  if (schema.enum && type !== undefined && type !== 'STRING' && type !== 'INTEGER' && type !== 'NUMBER')
    return `${at}.enum: only allowed for STRING type`
  if (schema.enum?.includes('')) return `${at}.enum[${schema.enum.indexOf('')}]: cannot be empty`
  if (type === 'STRING' && format !== undefined && format !== 'enum' && format !== 'date-time')
    return `${at}.format: only 'enum' and 'date-time' are supported for STRING type`
  const missing = required.findIndex((name) => !Object.hasOwn(properties, name))
  if (missing !== -1 && type === 'OBJECT') return `${at}.required[${missing}]: property is not defined`
  for (const [name, inner] of Object.entries(properties)) {
    const found = checkSchema(inner, `${at}.properties[${name}]`, third)
    if (found !== undefined) return found
  }
  for (const [i, inner] of anyOf.entries()) {
    const found = checkSchema(inner, `${at}.any_of[${i}]`, third)
    if (found !== undefined) return found
  }
  return items && checkSchema(items, `${at}.items`, third)
}
