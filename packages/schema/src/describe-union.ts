import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'

/** Number of branches that are described; more are only counted, since the model reads the description with every request. */
const most = 24

const anything = 'any properties'

/**
 * Says in words which properties go together, as a union at the root did and one object cannot; `undefined` if the union did not say so.
 */
export function describeUnion(
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Json[],
  resolve: (reference: string) => Json | undefined,
): string | undefined {
  const words = branches.slice(0, most).map((branch) => wordsOf(branch, resolve))
  if (words.every((text) => text === anything)) return undefined
  const more = branches.length > most ? `; or ${branches.length - most} other shapes` : ''
  const how = keyword === 'oneOf' ? 'exactly one' : 'at least one'
  return `The input has ${how} of these shapes: ${words.map((text, index) => `(${index + 1}) ${text}`).join('; ')}${more}.`
}

function wordsOf(branch: Json, resolve: (reference: string) => Json | undefined): string {
  if (!isJsonObject(branch)) return anything
  const target = typeof branch.$ref === 'string' ? resolve(branch.$ref) : undefined
  const schema: JsonObject = isJsonObject(target) ? { ...target, ...branch } : branch
  const { properties, required, title } = schema
  const known = isJsonObject(properties) ? properties : {}
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  const fixed = Object.entries(known).flatMap(([name, value]) =>
    isJsonObject(value) && value.const !== undefined ? [`${name} is ${JSON.stringify(value.const)}`] : [],
  )
  const allowed = Object.keys(known).filter(
    (name) => !needed.includes(name) && !(isJsonObject(known[name]) && known[name].const !== undefined),
  )
  const parts = [
    ...fixed,
    ...(needed.length > 0 ? [`with ${needed.join(', ')}`] : []),
    ...(allowed.length > 0 ? [`optionally ${allowed.join(', ')}`] : []),
  ]
  const text = parts.length > 0 ? parts.join(', ') : anything
  return typeof title === 'string' && title !== '' ? `${title}: ${text}` : text
}
