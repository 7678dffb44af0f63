import * as z from 'zod'

export const metricsSchema = z.strictObject({
  /** True: anybody may read `/metrics`; without it callers on this machine, and the keys of administrators. */
  open: z.boolean().optional(),
})
