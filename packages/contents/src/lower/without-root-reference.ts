import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

/**
 * Schema whose root has a type instead of a reference, beside which the format allows none, though arguments need it.
 * https://ai.google.dev/api/caching#FunctionDeclaration (parametersJsonSchema)
 */
export function withoutRootReference(root: JsonObject): JsonObject {
  let schema = root
  const seen = new Set<Json>()
  while (typeof schema.$ref === 'string') {
    const { $ref: reference, ...beside } = schema
    const target = definitionAt(root, reference)
    // A reference to itself alone means nothing.
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
