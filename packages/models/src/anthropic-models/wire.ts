import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** https://docs.claude.com/en/api/models-list */
export const modelSchema = z.looseObject({
  id: z.string(),
  type: z.string().optional(),
  display_name: z.string().nullish(),
  created_at: z.string().nullish(),
  max_input_tokens: z.number().nullish(),
  max_tokens: z.number().nullish(),
  lifecycle: z.string().nullish(),
  deprecated_at: z.string().nullish(),
  retires_at: z.string().nullish(),
})

export const listSchema = z.looseObject({
  data: z.array(modelSchema),
  has_more: z.boolean().optional(),
  first_id: z.string().nullish(),
  last_id: z.string().nullish(),
})

export type WireAnthropicModel = JsonObject & {
  readonly id: string
  readonly type?: string
  readonly display_name?: string | null
  readonly created_at?: string | null
  readonly max_input_tokens?: number | null
  readonly max_tokens?: number | null
  readonly lifecycle?: string | null
  readonly deprecated_at?: string | null
  readonly retires_at?: string | null
}

export type WireAnthropicList = JsonObject & {
  readonly data: readonly WireAnthropicModel[]
  readonly has_more?: boolean
  readonly first_id?: string | null
  readonly last_id?: string | null
}
