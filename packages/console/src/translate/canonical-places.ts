import { isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'

/** Place of a canonical value: in the canonical document, and in the wire document that it was read from. */
export interface Place {
  readonly canonical: Pointer
  readonly wire: Pointer
}

/** Members that say where a node stood, and not what it is. */
const places: ReadonlySet<string> = new Set(['at', 'fields'])

/** Canonical value as JSON, as people read it: without places, and without members that hold no value. */
export function readableCanonical(value: unknown): Json {
  if (Array.isArray(value)) return value.map(readableCanonical)
  // Canonical values are JSON but for members that are undefined.
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  const readable: Record<string, Json> = {}
  for (const [key, member] of Object.entries(value)) if (member !== undefined && !places.has(key)) readable[key] = readableCanonical(member)
  return readable
}

/** Reads all places that the nodes of a canonical value tell, parents before children. `exists`: true for a place of the wire document. */
export function placesOf(value: unknown, exists: (wire: Pointer) => boolean): readonly Place[] {
  const found: Place[] = []
  visit(value, '', found, exists)
  return found
}

function visit(value: unknown, canonical: Pointer, found: Place[], exists: (wire: Pointer) => boolean): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${canonical}/${index}`, found, exists)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const node = value as Readonly<Record<string, unknown>> // an object that is no list
  const { at } = node
  if (typeof at === 'string') {
    found.push({ canonical, wire: at as Pointer }) // nodes hold pointers there
    for (const place of fieldsOf(node, at as Pointer, canonical)) if (exists(place.wire)) found.push(place)
  }
  for (const [key, member] of Object.entries(node))
    if (!places.has(key) && key !== 'extensions') visit(member, `${canonical}/${escapeKey(key)}`, found, exists)
}

/** Places of the fields of a node: those that it lists, and those that stand under their own name. */
function fieldsOf(node: Readonly<Record<string, unknown>>, at: Pointer, canonical: Pointer): readonly Place[] {
  const listed = isJsonObject(node['fields'] as Json | undefined) ? (node['fields'] as Readonly<Record<string, Pointer>>) : {} // pointers by field
  const named = Object.entries(listed).map(([field, wire]) => ({
    canonical: `${canonical}/${field.split('.').map(escapeKey).join('/')}` as Pointer, // segments of a pointer
    wire: `${at}${wire}` as Pointer, // two pointers, one after the other
  }))
  const plain = Object.keys(node)
    .filter((key) => !places.has(key) && key !== 'extensions' && listed[key] === undefined)
    .map((key) => ({ canonical: `${canonical}/${escapeKey(key)}` as Pointer, wire: `${at}/${escapeKey(key)}` as Pointer })) // segments of a pointer
  return [...named, ...plain]
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Tells whether a pointer names a value of a document. */
export function finderOf(document: unknown): (pointer: string) => boolean {
  return (pointer) => valueAt(document, pointer) !== undefined
}

/** Value at a pointer; undefined if there is none. https://www.rfc-editor.org/rfc/rfc6901 */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document
  if (pointer === '') return value
  for (const segment of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!Object.hasOwn(value, key)) return undefined
    value = (value as JsonObject)[key] // an object or a list, by an own key
  }
  return value
}

/** Nearest pointer, the given one or one around it, for which `accepts` is true; the root if there is none. */
export function nearest(pointer: string, accepts: (pointer: string) => boolean): Pointer {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const candidate = pointer.slice(0, end)
    if (accepts(candidate)) return candidate as Pointer // the beginning of a pointer is one
  }
  return ''
}
