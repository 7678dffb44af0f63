import { z } from 'zod'

/** Usage records. */
export const usageSchema = z.strictObject({
  /** Days for which they are kept; without it, for ever. */
  days: z.int().min(1).max(36_500).optional(),
})
