import { describeSettingsIssue } from '@interlingua/core/adapter'
import type { JsonObject } from '@interlingua/core'
import * as z from 'zod/mini'

/** Settings of a channel of this format. */
export interface Dialect {
  /** `anthropic-version` that is sent; 2026-10-21 has no sampling parameters. */
  readonly version: string
  /** Values of `anthropic-beta` if the request has none. Absent: none. */
  readonly betas?: readonly string[]
}

const defaultVersion = '2023-06-01'
const schema = z.strictObject({ version: z.optional(z.iso.date()), betas: z.optional(z.array(z.string())) })

/** Dialect as it is configured: each setting that is absent has its default. */
export type DialectOptions = z.infer<typeof schema>

/** Checks a dialect from configuration; throws a `TypeError` that names the field. Call it once for each context. */
export function checkDialect(dialect: JsonObject): JsonObject {
  const result = schema.safeParse(dialect)
  if (result.success) return dialect
  throw new TypeError(`messages dialect: ${describeSettingsIssue(result.error.issues[0])}`)
}

/** Dialect of a context, with defaults. */
export function readDialect(dialect: JsonObject): Dialect {
  const { version, betas } = dialect
  const known = typeof version === 'string' ? version : defaultVersion
  if (!Array.isArray(betas)) return { version: known }
  return { version: known, betas: betas.filter((beta): beta is string => typeof beta === 'string') }
}

/** First version without sampling parameters. */
export const versionWithoutSampling = '2026-10-21'
