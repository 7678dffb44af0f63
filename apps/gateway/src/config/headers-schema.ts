import * as z from 'zod'

/** Headers that belong to one connection, or to one message on it, and are not the operator's to say. */
const reserved: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers of each request to an upstream. A value that is a secret stands in a variable of the environment, or in a file. */
export const headersSchema = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'not a header name'),
    z.union([
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'not a header value'),
      z.strictObject({ env: z.string().min(1) }),
      z.strictObject({ file: z.string().min(1) }),
    ]),
  )
  .refine((headers) => !Object.keys(headers).some((name) => reserved.has(name.toLowerCase())), {
    message: `the connection's own headers cannot be said: ${[...reserved].join(', ')}`,
  })
