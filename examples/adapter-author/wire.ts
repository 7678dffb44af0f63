import * as z from 'zod'

export const format = 'parley'

const tokens = z.looseObject({ in: z.int(), out: z.int() })

/** Parley, a made-up format: plain text in, plain text out. `looseObject` everywhere, so that unknown keys survive. */
export const wire = {
  request: z.looseObject({
    model: z.string(),
    lines: z.array(z.looseObject({ by: z.string(), say: z.string() })),
    most: z.int().positive().optional(),
    heat: z.number().optional(),
    live: z.boolean().optional(),
  }),
  response: z.looseObject({
    ticket: z.string(),
    model: z.string(),
    say: z.string(),
    why: z.string(),
    tokens: tokens.optional(),
  }),
  /** A stream is an event with a ticket, any number with more, an event with why; or an event with a problem at any time. */
  event: z.looseObject({
    ticket: z.string().optional(),
    model: z.string().optional(),
    more: z.string().optional(),
    why: z.string().optional(),
    tokens: tokens.optional(),
    problem: z.string().optional(),
    words: z.string().optional(),
  }),
  failure: z.looseObject({ problem: z.string(), words: z.string().optional() }),
}

export type WireRequest = z.infer<typeof wire.request>
export type WireEvent = z.infer<typeof wire.event>
export type WireFailure = z.infer<typeof wire.failure>
