import type { JsonObject } from '@interlingua/core'
import { readSettings } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { batch, format, tokens } from './format.ts'

const schema = z.strictObject({
  /** Most inputs of a call: those that a client may send, and those that an upstream is sent. */
  batch: z.int().min(1).default(batch),
  /** Most tokens of a call, of all its inputs together. They are estimated, rather too many than too few. */
  tokens: z.int().min(1).default(tokens),
  /** The words of `encoding_format` that the upstream knows; vectors are turned into what the client wants where it does not. */
  encodings: z.array(z.enum(['float', 'base64'])).default(['float', 'base64']),
  /** The name of the field that compatible servers have for `dimensions`. */
  dimensions: z.enum(['dimensions', 'output_dimension', 'output_dimensionality']).default('dimensions'),
})

/** How a compatible server deviates. */
export type OpenaiEmbeddingsDialect = z.output<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readDialect(settings: JsonObject): OpenaiEmbeddingsDialect {
  return readSettings(format, schema, settings)
}
