import type { Json } from '@interlingua/core'
import { withLeaf } from '@interlingua/testkit'
import type { Random } from './random.ts'

const hostile: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  9_007_199_254_740_992,
  '',
  ' ',
  '\uD800',
  '\uDFFF\uD800',
  '\u0000',
  'x'.repeat(3_000),
  '__proto__',
  'constructor',
  'data:,',
  'data:image/png;base64,',
  'https://',
  '{}',
  '[',
  '{"a":',
  [],
  {},
  [[]],
  [null],
  [{}],
  [1, 'a', null],
  { type: 'text' },
  { type: 'text', text: 1 },
  { type: '__proto__' },
  { type: 'toString' },
  { type: 'tool_use' },
  { type: 'tool_result' },
  { type: 'function' },
  { role: 'user' },
  { role: 'tool' },
  { index: -1 },
  { index: 1e9 },
]
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'type',
  'role',
  'content',
  'index',
  'unknown_key',
  'at',
  'extensions',
  '',
]

/** Copies a document with one to four faults in it. */
export function mutateJson(document: Json, random: Random): Json {
  let mutated = document
  for (let i = random.below(4); i >= 0; i--) mutated = once(mutated, random)
  return mutated
}

function once(document: Json, random: Random): Json {
  const places = placesOf(document)
  const place = random.pick(places) ?? []
  switch (random.below(8)) {
    case 0:
      return withLeaf(document, place, undefined)
    case 1:
    case 2:
      return withLeaf(document, place, random.pick(hostile) ?? null)
    case 3: {
      const other = random.pick(places) ?? []
      return withLeaf(document, place, valueAt(document, other))
    }
    case 4:
      return withLeaf(document, place, nested(valueAt(document, place), 1 + random.below(300), random))
    case 5:
      return withLeaf(
        document,
        place,
        Array.from({ length: random.below(200) }, () => valueAt(document, place)),
      )
    case 6:
      return withLeaf(document, place, withKey(valueAt(document, place), random.pick(keys) ?? '', random.pick(hostile) ?? null))
    default: {
      const text = valueAt(document, place)
      if (typeof text !== 'string') return document
      const cut = random.below(text.length + 1)
      return withLeaf(
        document,
        place,
        text.slice(0, cut) + (random.pick(['', '\uD83D', '"', '\n', '\u2028', 'é']) ?? '') + text.slice(cut + random.below(3)),
      )
    }
  }
}

type Path = readonly (string | number)[]

function placesOf(document: Json): readonly Path[] {
  const places: Path[] = []
  const walk = (value: Json, path: Path): void => {
    if (path.length > 0) places.push(path)
    if (typeof value !== 'object' || value === null || path.length > 12 || places.length > 2_000) return
    if (Array.isArray(value)) value.slice(0, 40).forEach((item: Json, i) => walk(item, [...path, i]))
    else for (const [key, item] of Object.entries(value)) walk(item, [...path, key])
  }
  walk(document, [])
  return places
}

function valueAt(document: Json, path: Path): Json {
  let value: Json = document
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return null
    value = ((value as { readonly [key: string]: Json })[key] ?? null) as Json // arrays are read by index, objects by key
  }
  return value
}

function nested(value: Json, depth: number, random: Random): Json {
  let deep = value
  const list = random.chance(0.5)
  for (let i = 0; i < depth; i++) deep = list ? [deep] : { content: deep }
  return deep
}

/** `JSON.parse` makes `__proto__` an own key, so this does. */
function withKey(value: Json, key: string, inner: Json): Json {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return Object.fromEntries([...entries, [key, inner]])
}
