import type { JsonObject } from '@interlingua/core'
import { readSettings } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { batch, format } from './format.ts'

const schema = z.strictObject({
  /** Most requests of a batch: those that a client may send, and those that an upstream is sent. */
  batch: z.int().min(1).default(batch),
  /** True: an upstream is asked by `embedContent` wherever one call has one input. */
  single: z.boolean().default(false),
  /** Vertex has `embedContent` alone, and takes settings in `embedContentConfig`; that one input is all of a call follows from it. */
  server: z.enum(['developer', 'vertex']).default('developer'),
  /** Whether a client may name the model in the body, where it must agree with the path. */
  modelInBody: z.enum(['agrees', 'refused']).default('agrees'),
})

/** What a server of this dialect takes from its clients, and what an upstream of it takes from us. */
export type GeminiEmbeddingsDialect = z.output<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readDialect(settings: JsonObject): GeminiEmbeddingsDialect {
  return readSettings(format, schema, settings)
}
