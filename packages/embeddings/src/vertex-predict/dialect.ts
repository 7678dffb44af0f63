import type { JsonObject } from '@interlingua/core'
import { readSettings } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { batch, format, tokens } from './format.ts'

const schema = z.strictObject({
  /** Largest number of instances in a call: that a client may send, and that an upstream is sent. `gemini-embedding-001` takes one. */
  batch: z.int().min(1).default(batch),
  /** Largest number of tokens in a call, all instances together; estimated, rather too high than too low. */
  tokens: z.int().min(1).default(tokens),
})

/** Limits of the models behind `predict`. */
export type VertexPredictDialect = z.output<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readDialect(settings: JsonObject): VertexPredictDialect {
  return readSettings(format, schema, settings)
}
