import type { JsonObject } from '@interlingua/core'
import { z } from 'zod'

const schema = z.looseObject({ assets: z.boolean().optional() })

/** How a channel deviates. `assets`: whether it has a library of licensed material; absent: it has. */
export type ArkVideoSettings = z.infer<typeof schema>

/** Throws a `TypeError` that names the field. */
export function readSettings(dialect: JsonObject): ArkVideoSettings {
  const result = schema.safeParse(dialect)
  if (result.success) return result.data
  throw new TypeError(
    `ark-video dialect: ${result.error.issues[0]?.path.join('.') ?? ''}: ${result.error.issues[0]?.message ?? 'not valid'}`,
  )
}
