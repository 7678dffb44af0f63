import * as z from 'zod'

/** Zero counts are left out. */
export const countSchema = z.looseObject({ totalTokens: z.number().int().optional() })
