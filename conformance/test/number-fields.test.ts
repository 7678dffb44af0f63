import { schemas as chat } from '@interlingua/chat'
import { schemas as contents } from '@interlingua/contents'
import { isJsonObject, parseDocument, type Json } from '@interlingua/core'
import { schemas as messages } from '@interlingua/messages'
import { schemas as responses } from '@interlingua/responses'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'

const formats: Readonly<Record<string, Readonly<Record<string, z.core.$ZodType>>>> = { messages, chat, responses, contents }
/** Numbers that a double cannot hold, or whose fraction it cannot return. */
const spellings = ['12345678901234567891', '0.12345678901234567891']

type Path = readonly (string | 0)[]

/** Paths to the numbers of a schema, through the first item of each list. */
function numbersOf(schema: Json | undefined, root: Json, path: Path = [], seen: readonly string[] = []): readonly Path[] {
  if (!isJsonObject(schema)) return []
  const { $ref: ref, type, properties, items } = schema
  if (typeof ref === 'string') return seen.includes(ref) ? [] : numbersOf(resolve(root, ref), root, path, [...seen, ref])
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type] // a list of names
  const own = types.includes('number') || types.includes('integer') ? [path] : []
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const listed = schema[key]
    return Array.isArray(listed) ? (listed as readonly Json[]).flatMap((branch) => numbersOf(branch, root, path, seen)) : [] // a list of JSON
  })
  const inner = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([key, value]) => numbersOf(value, root, [...path, key], seen))
    : []
  return [...own, ...branches, ...inner, ...numbersOf(items, root, [...path, 0], seen)]
}

function resolve(root: Json, ref: string): Json | undefined {
  return ref
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), root)
}

/** Document with nothing but the number. */
function documentWith(path: Path, spelled: string): string {
  return path.reduceRight<string>((inner, key) => (key === 0 ? `[${inner}]` : `{${JSON.stringify(key)}:${inner}}`), spelled)
}

function at(document: Json | undefined, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined), // only reads
    document,
  )
}

const fields = Object.entries(formats).flatMap(([format, kinds]) =>
  Object.entries(kinds).flatMap(([kind, schema]) => {
    const json = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))) as Json // a schema is JSON
    return numbersOf(json, json).map((path) => ({ format, kind, path, name: path.join('.') }))
  }),
)

describe('what a schema of the wire calls a number is read as one, however many digits it is spelled with', () => {
  test.each(fields)('$format $kind $name', ({ path, name }) => {
    for (const spelled of spellings) expect([name, typeof at(parseDocument(documentWith(path, spelled)), path)]).toEqual([name, 'number'])
  })

  test('in every format', () => {
    for (const format of Object.keys(formats))
      expect([format, fields.filter((field) => field.format === format).length > 3]).toEqual([format, true])
  })
})
