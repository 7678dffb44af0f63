import type { JsonObject } from '@interlingua/core'
import { readSettings } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { batch, format, tokens } from './format.ts'

const schema = z.strictObject({
  /** Largest number of inputs in a call: that a client may send, and that an upstream is sent. */
  batch: z.int().min(1).default(batch),
  /** Largest number of tokens in a call, all inputs together; estimated, rather too high than too low. */
  tokens: z.int().min(1).default(tokens),
  /** Values of `encoding_format` that the upstream takes; other spellings are converted for the client. */
  encodings: z.array(z.enum(['float', 'base64'])).default(['float', 'base64']),
  /** Name of the field for `dimensions` at a compatible server. */
  dimensions: z.enum(['dimensions', 'output_dimension', 'output_dimensionality']).default('dimensions'),
})

/** Deviations of a compatible server. */
export type OpenaiEmbeddingsDialect = z.output<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readDialect(settings: JsonObject): OpenaiEmbeddingsDialect {
  return readSettings(format, schema, settings)
}
