import { z } from 'zod'

const object = z
  .custom<unknown>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)), 'expected an object')
  .optional()

/** The head of an answer; its items are checked by hand, so that no content is copied. Compatible servers leave out nearly everything. */
export const responseSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  created_at: z.number().nullish(),
  status: z.string().nullish(),
  service_tier: z.string().nullish(),
  incomplete_details: object,
  usage: object,
})
