import * as z from 'zod/mini'

/** Counts of 0 are left out. */
export const countSchema = z.looseObject({ totalTokens: z.optional(z.int()) })
