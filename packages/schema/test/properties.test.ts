import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { fromGoogleSchema, isAnthropicStrict, isGeminiJson, isGeminiSchema, isOpenAiStrict, lowerSchema } from '@interlingua/schema'
import type { SchemaDialect, Weakened } from '@interlingua/schema'
import { arbitraryInstance } from './arbitrary-instance.ts'
import { arbitraryNonsense, arbitrarySchema, definitions } from './arbitrary-schema.ts'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

const dialects: SchemaDialect[] = ['openai-strict', 'anthropic-strict', 'gemini-schema', 'gemini-json']
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, addUsedSchema: false })
const settings = runs(500)

const schemas = arbitrarySchema().map((schema): JsonObject => ({
  type: 'object',
  properties: { root: schema },
  required: ['root'],
  additionalProperties: false,
  $defs: definitions,
}))

const open: SchemaDialect[] = ['gemini-schema', 'gemini-json']
const isIn: Record<SchemaDialect, (schema: JsonObject) => boolean> = {
  'openai-strict': (schema) => schema.type !== 'object' || isOpenAiStrict(schema),
  'anthropic-strict': isAnthropicStrict,
  'gemini-schema': isGeminiSchema,
  'gemini-json': isGeminiJson,
}

/** A lowered schema as JSON Schema. */
function read(dialect: SchemaDialect, lowered: JsonObject): JsonObject {
  return dialect === 'gemini-schema' ? fromGoogleSchema(lowered).schema : lowered
}

/** True if a report is about the difference at `path`. */
function covers({ keyword, path: at }: Weakened, path: string): boolean {
  // These two may stand at the root, and would cover everything.
  const place = keyword === '$defs' || keyword === 'additionalProperties' ? `${at}/${keyword}` : at
  return path === place || path.startsWith(`${place}/`)
}

function freeze<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

/** The schema with its objects opened again, and no property required. */
function reopen(schema: Json): Json {
  if (!isJsonObject(schema)) return schema
  const out: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'required' || keyword === 'additionalProperties') continue
    if ((keyword === 'properties' || keyword === '$defs') && isJsonObject(value)) {
      out[keyword] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, reopen(child)]))
    } else if (keyword === 'items') out[keyword] = reopen(value)
    else if (keyword === 'anyOf' && Array.isArray(value)) out[keyword] = value.map(reopen)
    else out[keyword] = value
  }
  return out
}

/** Pointers to the places where two values begin to differ; lists of names are compared as sets. */
function differences(left: Json | undefined, right: Json | undefined, path = ''): string[] {
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    if (path.endsWith('/required') || path.endsWith('/type'))
      return JSON.stringify(left.map((name) => JSON.stringify(name)).toSorted()) ===
        JSON.stringify(right.map((name) => JSON.stringify(name)).toSorted())
        ? []
        : [path]
    return left.flatMap((value, index) => differences(value, right[index], `${path}/${index}`))
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const own = (object: JsonObject, key: string): Json | undefined => (Object.hasOwn(object, key) ? object[key] : undefined)
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
      differences(own(left, key), own(right, key), `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    )
  }
  return JSON.stringify(left) === JSON.stringify(right) ? [] : [path]
}

describe.each(dialects)('%s', (dialect) => {
  it('widens, but for objects that it closes and optional properties that it demands', () => {
    let accepted = 0
    fc.assert(
      fc.property(schemas, fc.array(arbitraryInstance, { minLength: 30, maxLength: 40 }), (schema, instances) => {
        const original = ajv.compile(schema)
        const lowered = read(dialect, lowerSchema(schema, dialect, '').schema)
        const reopened = ajv.compile(open.includes(dialect) ? lowered : (reopen(lowered) as JsonObject)) // an object in, an object out
        for (const root of instances) {
          if (!original({ root })) continue
          accepted += 1
          expect(reopened({ root }), JSON.stringify({ root })).toBe(true)
        }
      }),
      settings,
    )
    expect(accepted).toBeGreaterThan(settings.numRuns)
  })

  it.each([
    ['schemas', schemas],
    ['nonsense in the place of schemas', arbitraryNonsense],
  ])('gives of %s what it takes itself, and reports every difference', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (schema) => {
        const { schema: lowered, weakened } = lowerSchema(freeze(schema), dialect, '')
        expect(lowerSchema(lowered, dialect, '')).toEqual({ schema: lowered, weakened: [] })
        ajv.compile(read(dialect, lowered))
        expect(isIn[dialect](lowered)).toBe(true)
        for (const path of differences(schema, read(dialect, lowered))) {
          expect(
            weakened.some((each) => covers(each, path)),
            path,
          ).toBe(true)
        }
        expect(lowerSchema(schema, dialect, '')).toEqual({ schema: lowered, weakened })
        expect(new Set(weakened.map(({ keyword, path }) => `${keyword} ${path}`)).size).toBe(weakened.length)
      }),
      settings,
    )
  })

  it('begins every path with the place of the schema', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const here = lowerSchema(schema, dialect, '')
        const there = lowerSchema(schema, dialect, '/tools/0/function/parameters')
        expect(there.schema).toEqual(here.schema)
        expect(there.weakened).toEqual(here.weakened.map((each) => ({ ...each, path: `/tools/0/function/parameters${each.path}` })))
      }),
    )
  })
})
