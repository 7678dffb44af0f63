import type { JsonObject } from '@interlingua/core'
import { readSettings } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { batch, format, tokens } from './format.ts'

const schema = z.strictObject({
  /** Most instances of a call: those that a client may send, and those that an upstream is sent. `gemini-embedding-001` takes one. */
  batch: z.int().min(1).default(batch),
  /** Most tokens of a call, of all its instances together. They are estimated, rather too many than too few. */
  tokens: z.int().min(1).default(tokens),
})

/** What the models behind `predict` take. */
export type VertexPredictDialect = z.output<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readDialect(settings: JsonObject): VertexPredictDialect {
  return readSettings(format, schema, settings)
}
