import * as z from 'zod'

const count = z.int().positive()
const seconds = z.number().positive().max(86_400)

/** What is taken of clients. */
export const limitsSchema = z.strictObject({
  /** Largest request body, in bytes, before and after its content coding is taken off. */
  bodyBytes: count.optional(),
  /** The same for requests of images and videos, which may hold images themselves. */
  imageBytes: count.optional(),
  /** Largest video that is kept and handed out, in bytes. */
  videoBytes: count.optional(),
  /** Largest sum of the files within a native request, in bytes, decoded. */
  inlineBytes: count.optional(),
  /** Largest request line and headers together, in bytes. */
  headerBytes: z.int().min(1024).max(1_048_576).optional(),
  /** Largest answer document of an upstream, in bytes. */
  answerBytes: count.optional(),
  /** Nesting of a body, and how many values, tools, turns (or items), and parts and calls it may hold. */
  depth: count.optional(),
  values: count.optional(),
  tools: count.optional(),
  turns: count.optional(),
  parts: count.optional(),
  /** Open connections, requests and streams of one process; what is more is turned away. */
  connections: count.optional(),
  requests: count.optional(),
  streams: count.optional(),
  /** Seconds until the headers, and the whole request, must be there. */
  headersTimeout: seconds.optional(),
  requestTimeout: seconds.optional(),
  /** Seconds in which a client must send more of its body, or take more of its answer. */
  clientTimeout: seconds.optional(),
  /** Seconds for which a connection is kept on which nothing is asked. */
  keepAliveTimeout: seconds.optional(),
  /** Output tokens that are reserved of budgets and rates of tokens for a request: where it names no maximum, and at most. */
  reservation: z.strictObject({ output: count.optional(), maxOutput: count.optional() }).optional(),
  /** For keys that have no such limit of their own. */
  keys: z
    .strictObject({
      requestsPerMinute: count.optional(),
      /** Input and output together. */
      tokensPerMinute: count.optional(),
      concurrentStreams: count.optional(),
    })
    .optional(),
})
