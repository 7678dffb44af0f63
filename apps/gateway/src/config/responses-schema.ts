import * as z from 'zod'

/** What is kept of responses for upstreams that keep none. */
export const responsesSchema = z.strictObject({
  /** Days for which a response is kept after it was last used. */
  retention: z.number().positive().max(3650).optional(),
  /** Most characters of one conversation, input and output together. */
  characters: z.int().positive().optional(),
  /** Most background responses of one key at the same time. */
  background: z.int().min(0).optional(),
})

export type ResponsesConfig = z.infer<typeof responsesSchema>
