import type { JsonObject, Pointer } from '@interlingua/core'
import { dialectRules } from './dialect-rules.ts'
import { isGeminiSchema } from './is-gemini-schema.ts'
import { lowerOnce } from './lower-once.ts'
import type { LoweredSchema } from './lowered-schema.ts'
import { encodeGoogleSchema } from './encode-google-schema.ts'
import type { SchemaDialect } from './schema-dialect.ts'
import { standsAsItIs } from './stands-as-it-is.ts'

/** Repetitions of a recursion that are written out at first; the second number is used if that exceeds `moderate` schemas. */
const unrolls = [3, 1]
const moderate = 1000

/**
 * Lowers `schema` (JSON Schema 2020-12; older spellings are understood) to the nearest one that the dialect accepts. Total and pure: values
 * that are no schema are reported and replaced. If nothing is weakened, the result is JSON-equal but for the order of keys. `at` is the
 * place of the schema in the caller's document, and begins every reported path.
 * A root that cannot be an object (a list, a scalar) is lowered as it is, although OpenAI demands an object there: check with
 * `isOpenAiStrict`.
 */
export function lowerSchema(schema: JsonObject, dialect: SchemaDialect, at: Pointer): LoweredSchema {
  if (dialect === 'gemini-schema' && isGeminiSchema(schema)) return { schema, weakened: [] }
  if (standsAsItIs(schema, dialectRules[dialect])) return { schema, weakened: [] }
  for (const unroll of unrolls) {
    const lowered = lowerOnce(schema, dialect, at, unroll)
    if (lowered.written > moderate && unroll !== unrolls.at(-1)) continue
    const spelled = dialect === 'gemini-schema' ? encodeGoogleSchema(lowered.schema, 'upper') : lowered.schema
    return { schema: spelled, weakened: lowered.weakened }
  }
  throw new TypeError('no lowering was tried')
}
