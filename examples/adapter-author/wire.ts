import { z } from 'zod'

export const format = 'parley'

/** Parley, a made-up format: plain text in, plain text out. `looseObject` everywhere: keys that we do not know survive. */
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
    tokens: z.looseObject({ in: z.int(), out: z.int() }).optional(),
  }),
}

export type WireRequest = z.infer<typeof wire.request>
export type WireResponse = z.infer<typeof wire.response>

/** A stream is one of the first kind, any number of the second, one of the third; or one of the last at any time. */
export interface WireEvent {
  readonly [key: string]: unknown
  readonly ticket?: string
  readonly model?: string
  readonly more?: string
  readonly why?: string
  readonly tokens?: { readonly in: number; readonly out: number }
  readonly problem?: string
  readonly words?: string
}

export interface WireFailure {
  readonly problem: string
  readonly words: string
}
