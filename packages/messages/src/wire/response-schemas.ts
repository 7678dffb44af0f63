import { z } from 'zod'

const text = z.string()

/** The known fields of an answer. Compatible servers leave out much: only what gives meaning is demanded. */
export const responseSchema = z.looseObject({
  id: text.optional(),
  model: text.optional(),
  content: z.array(z.looseObject({ type: text })),
  stop_reason: text.nullish(),
  stop_sequence: text.nullish(),
  usage: z.looseObject({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
})

export const countSchema = z.looseObject({ input_tokens: z.number().int().min(0) })
