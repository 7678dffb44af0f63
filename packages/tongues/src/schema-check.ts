import { atPointer, isObject, items, members, number, text } from './json/access.ts'
import { formatJson } from './json/format-json.ts'
import { Literal, type Json } from './json/json.ts'
import { sameJson } from './json/same-json.ts'

/** A place that breaks a schema, and how. */
export interface SchemaProblem {
  readonly pointer: string
  readonly message: string
}

/** Checks a value against the keywords of JSON Schema that this package's own schemas use. */
export function checkSchema(schema: Json, value: Json, root: Json = schema, pointer = ''): readonly SchemaProblem[] {
  const ref = text(members(schema)['$ref'])
  if (ref !== undefined) return checkSchema(atPointer(root, ref.slice(1)) ?? {}, value, root, pointer)
  const rules = members(schema)
  const problems: SchemaProblem[] = []
  const say = (message: string): void => void problems.push({ pointer, message })
  const types = typeof rules['type'] === 'string' ? [rules['type']] : items(rules['type'])
  if (types.length > 0 && !types.some((type) => isOf(type, value))) say(`is ${typeOf(value)}, not ${types.map(String).join(' or ')}`)
  const allowed = items(rules['enum'])
  if (allowed.length > 0 && !allowed.some((each) => sameJson(each, value)))
    say(`is ${formatJson(value)}, not one of ${allowed.map(formatJson).join(', ')}`)
  const pattern = text(rules['pattern'])
  if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) say(`does not match ${pattern}`)
  const least = number(rules['minItems'])
  if (least !== undefined && Array.isArray(value) && value.length < least) say(`has fewer than ${least} items`)
  const either = items(rules['anyOf'])
  if (either.length > 0) problems.push(...checkEither(either, value, root, pointer))
  if (isObject(value)) problems.push(...checkMembers(rules, value, root, pointer))
  if (Array.isArray(value) && rules['items'] !== undefined)
    for (const [index, item] of items(value).entries()) problems.push(...checkSchema(rules['items'], item, root, `${pointer}/${index}`))
  return problems
}

function checkEither(either: readonly Json[], value: Json, root: Json, pointer: string): readonly SchemaProblem[] {
  const tries = either.map((each) => checkSchema(each, value, root, pointer))
  if (tries.some((problems) => problems.length === 0)) return []
  // The nearest variant says most: its problems lie deepest.
  return tries.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? []
}

function depth(problems: readonly SchemaProblem[]): number {
  return Math.min(...problems.map(({ pointer }) => pointer.split('/').length))
}

function checkMembers(
  rules: ReturnType<typeof members>,
  value: ReturnType<typeof members>,
  root: Json,
  pointer: string,
): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const known = members(rules['properties'])
  for (const name of items(rules['required']))
    if (typeof name === 'string' && !Object.hasOwn(value, name)) problems.push({ pointer, message: `has no ${JSON.stringify(name)}` })
  for (const [key, member] of Object.entries(value)) {
    const place = `${pointer}/${key}`
    const schema = Object.hasOwn(known, key) ? known[key] : rules['additionalProperties']
    if (schema === false) problems.push({ pointer: place, message: `is not known here; known are ${Object.keys(known).join(', ')}` })
    else if (schema !== undefined && schema !== true) problems.push(...checkSchema(schema, member, root, place))
  }
  return problems
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (value instanceof Literal) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}

function isOf(type: Json, value: Json): boolean {
  if (type === 'integer') return value instanceof Literal && /^-?\d+$/.test(value.text)
  return typeOf(value) === type
}
