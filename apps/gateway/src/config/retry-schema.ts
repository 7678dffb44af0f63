import * as z from 'zod'

const seconds = z.number().min(0).max(3_600)

/** What makes a request go to an upstream once more though it may have been carried out already: only where the operator says so. */
export const retryOnSchema = z.array(z.union([z.int().min(500).max(599), z.enum(['broken', 'timeout'])]))

/** When a request is given to a channel again, or to the next one. Times are in seconds. */
export const retrySchema = z.strictObject({
  /** Calls of upstreams for one request, all channels together. */
  attempts: z.int().min(1).max(20).optional(),
  /** No call begins later than this after the request came. */
  deadline: seconds.optional(),
  /** Longest wait before the first repetition at the same channel; the waits double, and are chosen at random up to their length. */
  backoff: seconds.optional(),
  /** Longest of these waits. */
  maxBackoff: seconds.optional(),
  /** Longest time that an upstream may ask to be waited for (`retry-after`) and the gateway waits; what is longer is the client's. */
  retryAfter: seconds.optional(),
  /** For all channels that do not say it themselves. */
  on: retryOnSchema.optional(),
})

/** When a channel is given up for a while. Times are in seconds. False: never. */
export const circuitSchema = z.union([
  z.literal(false),
  z.strictObject({
    /** Failures within the window, at least half of all its calls. */
    failures: z.int().min(1).max(10_000).optional(),
    window: seconds.optional(),
    /** Until one request may try whether the upstream is well again. */
    pause: seconds.optional(),
    /** The same where the upstream refuses the channel's credentials. */
    credentialPause: seconds.optional(),
  }),
])

/** How many calls may run at the same time, and who waits. */
export const concurrencySchema = z.union([
  z.int().min(1).max(1_000_000),
  z.strictObject({
    calls: z.int().min(1).max(1_000_000),
    /** Requests that may wait for a place. */
    waiting: z.int().min(0).max(1_000_000).optional(),
    /** Seconds that one may wait. */
    patience: seconds.optional(),
  }),
])
