import * as z from 'zod'

const level = z.enum(['debug', 'info', 'warn', 'error', 'off'])

/** `json` is all of it, `off` is nothing. */
export const logSchema = z.union([
  z.enum(['json', 'off']),
  z.strictObject({
    /** The least that is written; a request that went well is `info`. */
    level: level.optional(),
    /** False: no line for each request, only what happens to the gateway itself. */
    requests: z.boolean().optional(),
  }),
])
