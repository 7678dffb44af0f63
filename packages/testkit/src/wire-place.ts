import { pointer } from '@interlingua/core'
import type { Extensions, FieldPointers, Pointer } from '@interlingua/core'

/** Wire place of the value at a canonical path, by `at` and `fields` of the nodes on the way. */
export function wirePlace(decoded: unknown, path: Pointer): Pointer {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let value: unknown = decoded
  let at: Pointer = ''
  let fields = fieldsOf(decoded)
  let since: string[] = []
  let snake = snakeOf(decoded)
  for (const key of keys) {
    value = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined // only reads
    since.push(key)
    if (typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string') {
      at = value.at as Pointer // `at` of a node is a pointer by its type
      fields = fieldsOf(value)
      snake = snakeOf(value)
      since = []
    }
  }
  return place({ at, fields, snake }, since)
}

/** Node that holds a value. */
interface Owner {
  readonly at: Pointer
  readonly fields: FieldPointers | undefined
  /** Places in the node's extension that are in camelCase there and in snake_case on the wire. */
  readonly snake: ReadonlySet<unknown>
}

/** Longest spelled prefix of the way from the node, then the rest as it is; an extension has the place of its node. */
function place(owner: Owner, since: readonly string[]): Pointer {
  const { at, fields, snake } = owner
  const extension = since.indexOf('extensions')
  if (extension !== -1 && since[extension + 2] === 'rest')
    return pointer(place(owner, since.slice(0, extension)), ...spelled(since.slice(extension + 3), snake))
  for (let length = since.length; length > 0; length--) {
    const spelled = fields?.[since.slice(0, length).join('.')]
    if (spelled !== undefined) return pointer(`${at}${spelled}` as Pointer, ...since.slice(length)) // a pointer after a pointer is a pointer
  }
  return pointer(at, ...since)
}

function spelled(keys: readonly string[], snake: ReadonlySet<unknown>): readonly string[] {
  let place = ''
  return keys.map((key) => {
    place += `/${key}`
    return snake.has(place) ? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key
  })
}

function snakeOf(node: unknown): ReadonlySet<unknown> {
  const { contents } = typeof node === 'object' && node !== null && 'extensions' in node ? (node.extensions as Extensions) : {} // by the type of a node
  const places = contents?.hint?.['own'] ?? contents?.hint?.['snake']
  return new Set(Array.isArray(places) ? (places as readonly unknown[]) : [])
}

function fieldsOf(node: unknown): FieldPointers | undefined {
  return typeof node === 'object' && node !== null && 'fields' in node ? (node.fields as FieldPointers) : undefined // by the type of a node
}
