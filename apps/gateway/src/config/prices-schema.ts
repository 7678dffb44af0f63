import * as z from 'zod'

/** In units of the currency; at most six digits after the point, so that sums are exact. */
const price = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((value) => /^\d+(?:\.\d{1,6})?$/.test(String(value)) || value === 1e-6, 'at most six digits after the point')

/** What models cost. The first line that fits a request holds. */
export const pricesSchema = z.strictObject({
  /** For people; nothing is exchanged. Default USD. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three capital letters such as EUR')
    .optional(),
  models: z.array(
    z.strictObject({
      /** Id or glob of the model as the upstream knows it. */
      model: z.string().min(1),
      /** Holds for this channel alone. */
      channel: z.string().min(1).optional(),
      /** For a million tokens: those that are neither read from a cache nor written to one. */
      input: price,
      /** For a million tokens, those of reasoning among them. */
      output: price,
      /** For a million tokens; default as `input`. */
      cacheRead: price.optional(),
      /** For a million tokens, one price or one for each lifetime; default as `input`. */
      cacheWrite: z
        .union([
          price,
          z.strictObject({ '5m': price.optional(), '30m': price.optional(), '1h': price.optional(), '12h': price.optional() }),
        ])
        .optional(),
      /** For each request that was answered. */
      request: price.optional(),
      /** For each image that was made. */
      image: price.optional(),
      /** For each video that was made. */
      video: price.optional(),
    }),
  ),
})

export type PricesConfig = z.infer<typeof pricesSchema>
