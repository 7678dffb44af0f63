import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

/**
 * A lowered schema whose root says itself what it is: beside a reference the format allows no type, which arguments need.
 * https://ai.google.dev/api/caching#FunctionDeclaration (parametersJsonSchema)
 */
export function withoutRootReference(root: JsonObject): JsonObject {
  let schema = root
  const seen = new Set<Json>()
  while (typeof schema.$ref === 'string') {
    const { $ref: reference, ...beside } = schema
    const target = definitionAt(root, reference)
    // What leads to itself alone says nothing.
    schema = target === undefined || seen.has(reference) ? beside : { ...target, ...beside }
    seen.add(reference)
  }
  return schema
}

function definitionAt(root: JsonObject, reference: string): JsonObject | undefined {
  const [hash, container = '', name = '', ...deeper] = reference.replaceAll('%25', '%').split('/')
  const definitions = root[container]
  if (hash !== '#' || deeper.length > 0 || !isJsonObject(definitions)) return undefined
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  const found = Object.hasOwn(definitions, key) ? definitions[key] : undefined
  return isJsonObject(found) ? found : undefined
}
