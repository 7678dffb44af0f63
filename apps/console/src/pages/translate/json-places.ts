import type { TreeCursor } from '@lezer/common'
import { parser } from '@lezer/json'

/** Place of a value in a text: with its name, where it is a member. */
export interface TextPlace {
  readonly from: number
  readonly to: number
}

/** Places of all values of a JSON text by their pointers, the text's own order. https://www.rfc-editor.org/rfc/rfc6901 */
export type TextPlaces = ReadonlyMap<string, TextPlace>

/** List or object that is being read. */
interface Open {
  readonly pointer: string
  /** Index of the next item. Absent: an object. */
  next?: number
}

const values: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

/** Finds the places of all values in a text, without recursion: documents may be deep. */
export function placesOfText(text: string): TextPlaces {
  const places = new Map<string, TextPlace>()
  const open: Open[] = []
  let name = ''
  let nameFrom: number | undefined
  const cursor: TreeCursor = parser.parse(text).cursor()

  function enter(): void {
    if (cursor.name === 'PropertyName') {
      name = readName(text.slice(cursor.from, cursor.to))
      nameFrom = cursor.from
      return
    }
    if (!values.has(cursor.name)) return
    const around = open.at(-1)
    const key = around === undefined ? undefined : around.next === undefined ? name : String(around.next++)
    const pointer = around === undefined ? '' : `${around.pointer}/${escapeKey(key ?? '')}`
    places.set(pointer, { from: (around !== undefined && around.next === undefined ? nameFrom : undefined) ?? cursor.from, to: cursor.to })
    if (cursor.name === 'Object') open.push({ pointer })
    if (cursor.name === 'Array') open.push({ pointer, next: 0 })
  }

  function leave(): void {
    if (cursor.name === 'Object' || cursor.name === 'Array') open.pop()
  }

  for (;;) {
    enter()
    if (cursor.firstChild()) continue
    leave()
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return places
      leave()
    }
  }
}

/** Offset of the first mistake in a JSON text; undefined if the grammar finds none. */
export function findMistake(text: string): number | undefined {
  const cursor = parser.parse(text).cursor()
  do {
    if (cursor.type.isError) return cursor.from
  } while (cursor.next())
  return undefined
}

/** Pointer of the innermost value at an offset; at the ends of a line, that of the value which begins on it. */
export function pointerAt(places: TextPlaces, text: string, offset: number): string {
  const lineFrom = text.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = text.indexOf('\n', offset)
  let around = ''
  let before: string | undefined
  let after: string | undefined
  // Outer values stand before inner ones.
  for (const [pointer, { from, to }] of places) {
    if (from <= offset && offset <= to && pointer.startsWith(around)) around = pointer
    if (from < lineFrom || (lineEnd !== -1 && from > lineEnd)) continue
    if (from <= offset) before = pointer
    else after ??= pointer
  }
  const isOnLine = (places.get(around)?.from ?? -1) >= lineFrom
  return isOnLine ? around : (before ?? after ?? around)
}

/** Nearest pointer that has a place: the given one, or one around it. */
export function nearestPlace(places: TextPlaces, pointer: string): TextPlace {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const place = places.get(pointer.slice(0, end))
    if (place) return place
  }
  return places.get('') ?? { from: 0, to: 0 }
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function readName(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    // A name that is not finished yet.
    return text
  }
}
