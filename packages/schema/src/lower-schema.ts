import type { JsonObject, Pointer } from '@interlingua/core'
import { dialectRules } from './dialect-rules.ts'
import { isGeminiSchema } from './is-gemini-schema.ts'
import { lowerOnce } from './lower-once.ts'
import type { LoweredSchema } from './lowered-schema.ts'
import { printGoogleSchema } from './print-google-schema.ts'
import type { SchemaDialect } from './schema-dialect.ts'
import { standsAsItIs } from './stands-as-it-is.ts'

/** Recursion is first written out this often; once, where that grows beyond `moderate` schemas. */
const unrolls = [3, 1]
const moderate = 1000

/**
 * The nearest schema to `schema` (JSON Schema 2020-12; older spellings are understood) that the dialect accepts.
 * Total and pure: what is no schema at all is reported and replaced. Nothing weakened means JSON-equal but for the order of keys.
 * `at` points to the schema in the caller's document and begins every reported path.
 *
 * A root that cannot be an object (a list, a scalar) is lowered as it is, although OpenAI demands an object there:
 * `isOpenAiStrict` of the result tells.
 */
export function lowerSchema(schema: JsonObject, dialect: SchemaDialect, at: Pointer): LoweredSchema {
  if (dialect === 'gemini-schema' && isGeminiSchema(schema)) return { schema, weakened: [] }
  if (standsAsItIs(schema, dialectRules[dialect])) return { schema, weakened: [] }
  for (const unroll of unrolls) {
    const lowered = lowerOnce(schema, dialect, at, unroll)
    if (lowered.written > moderate && unroll !== unrolls.at(-1)) continue
    const spelled = dialect === 'gemini-schema' ? printGoogleSchema(lowered.schema, 'upper') : lowered.schema
    return { schema: spelled, weakened: lowered.weakened }
  }
  throw new TypeError('no lowering was tried')
}
