import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { vendor as ownVendor } from './extension.ts'

/** What a vendor's channel of this format may set. */
export interface Dialect {
  /** Whose seals these are. */
  readonly vendor: string
  /** The two servers of the format differ in a few fields: labels and excluded domains are Vertex's, `store` the Developer API's. */
  readonly server: 'developer' | 'vertex'
  /** What stands before `/models/…` in the path: the version, and for Vertex the project and location. */
  readonly prefix: string
}

const schema = z.looseObject({
  vendor: z.string().min(1).optional(),
  server: z.enum(['developer', 'vertex']).optional(),
  prefix: z
    .string()
    .regex(/^(\/[^/?#]+)*$/, 'must begin with a slash and not end in one')
    .optional(),
})

/** Checks a dialect from configuration; throws a `TypeError` that names the field. Call it once, when the context is made. */
export function checkDialect(dialect: JsonObject): JsonObject {
  const result = schema.safeParse(dialect)
  if (result.success) return dialect
  const issue = result.error.issues[0]
  throw new TypeError(`contents dialect: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}

/** The dialect of a context, with defaults. */
export function readDialect({ vendor, server, prefix }: JsonObject): Dialect {
  return {
    vendor: typeof vendor === 'string' ? vendor : ownVendor,
    server: server === 'vertex' ? 'vertex' : 'developer',
    prefix: typeof prefix === 'string' ? prefix : '/v1beta',
  }
}
