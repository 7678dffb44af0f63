import type { JsonObject } from '@interlingua/core'
import { readSettings } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { batch, format } from './format.ts'

const schema = z.strictObject({
  /** Largest batch: that a client may send, and that an upstream is sent. */
  batch: z.int().min(1).default(batch),
  /** True: an upstream is called by `embedContent` wherever a call has one input. */
  single: z.boolean().default(false),
  /** Vertex has only `embedContent`, with one input a call, and takes settings in `embedContentConfig`. */
  server: z.enum(['developer', 'vertex']).default('developer'),
  /** `agrees`: a client may name the model in the body if it is that of the path; `refused`: it may not. */
  modelInBody: z.enum(['agrees', 'refused']).default('agrees'),
})

/** Deviations of a server of this dialect, toward its clients and toward its upstreams. */
export type GeminiEmbeddingsDialect = z.output<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readDialect(settings: JsonObject): GeminiEmbeddingsDialect {
  return readSettings(format, schema, settings)
}
