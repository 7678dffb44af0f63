import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** https://platform.openai.com/docs/api-reference/models/object */
export const modelSchema = z.looseObject({
  id: z.string(),
  object: z.string().optional(),
  created: z.number().nullish(),
  owned_by: z.string().nullish(),
  shutdown_date: z.string().nullish(),
})

export const listSchema = z.looseObject({ object: z.string().optional(), data: z.array(modelSchema) })

export type WireOpenaiModel = JsonObject & {
  readonly id: string
  readonly object?: string
  readonly created?: number | null
  readonly owned_by?: string | null
  readonly shutdown_date?: string | null
}

export type WireOpenaiList = JsonObject & { readonly data: readonly WireOpenaiModel[] }
