import { describeSettingsIssue } from '@interlingua/core/adapter'
import type { JsonObject } from '@interlingua/core'
import * as z from 'zod/mini'
import { vendor as ownVendor } from './extension.ts'

/** Settings of a channel of this format. */
export interface Dialect {
  /** Vendor of the seals. */
  readonly vendor: string
  /** Server of the format; the two differ in a few fields: labels and excluded domains are Vertex's, `store` the Developer API's. */
  readonly server: 'developer' | 'vertex'
  /** Path before `/models/…`: the version, and for Vertex the project and location. */
  readonly prefix: string
}

const schema = z.strictObject({
  vendor: z.optional(z.string().check(z.minLength(1))),
  server: z.optional(z.enum(['developer', 'vertex'])),
  prefix: z.optional(z.string().check(z.regex(/^(\/[^/?#]+)*$/, 'must begin with a slash and not end in one'))),
})

/** Dialect as it is configured: each setting that is absent has its default. */
export type DialectOptions = z.infer<typeof schema>

/** Checks a dialect from configuration; throws a `TypeError` that names the field. Call it once for each context. */
export function checkDialect(dialect: JsonObject): JsonObject {
  const result = schema.safeParse(dialect)
  if (result.success) return dialect
  throw new TypeError(`contents dialect: ${describeSettingsIssue(result.error.issues[0])}`)
}

/** Dialect of a context, with defaults. */
export function readDialect({ vendor, server, prefix }: JsonObject): Dialect {
  return {
    vendor: typeof vendor === 'string' ? vendor : ownVendor,
    server: server === 'vertex' ? 'vertex' : 'developer',
    prefix: typeof prefix === 'string' ? prefix : '/v1beta',
  }
}
