import * as z from 'zod'

/** Usage records. */
export const usageSchema = z.strictObject({
  /** False: requests leave none, but for those of keys with a budget, which is counted by them. */
  keep: z.boolean().optional(),
  /** Days for which they are kept; without it, for ever. */
  days: z.int().min(1).max(36_500).optional(),
})
