import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** What a vendor's channel of this format may set. */
export interface Dialect {
  /** The `anthropic-version` that is spoken; the one of 2026-10-21 has no sampling parameters. */
  readonly version: string
  /** Sent as `anthropic-beta` when the request does not bring its own. */
  readonly betas?: readonly string[]
}

const defaultVersion = '2023-06-01'
const schema = z.looseObject({ version: z.iso.date().optional(), betas: z.array(z.string()).optional() })

/** Checks a dialect from configuration; throws a `TypeError` that names the field. Call it once, when the context is made. */
export function checkDialect(dialect: JsonObject): JsonObject {
  const result = schema.safeParse(dialect)
  if (result.success) return dialect
  const issue = result.error.issues[0]
  throw new TypeError(`messages dialect: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}

/** The dialect of a context, with defaults. */
export function readDialect(dialect: JsonObject): Dialect {
  const { version, betas } = dialect
  const known = typeof version === 'string' ? version : defaultVersion
  if (!Array.isArray(betas)) return { version: known }
  return { version: known, betas: betas.filter((beta): beta is string => typeof beta === 'string') }
}

/** The first version without sampling parameters. */
export const versionWithoutSampling = '2026-10-21'
