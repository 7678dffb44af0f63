import type { Json, JsonObject } from '@interlingua/core'
import type { WireItem } from './wire-item.ts'

/** The body of `POST /v1/responses`. A stored prompt may name the model. https://platform.openai.com/docs/api-reference/responses/create */
export type WireRequest = JsonObject & {
  readonly model: string
  readonly input: string | readonly WireItem[]
}

/** The body of `POST /v1/responses/input_tokens`. https://platform.openai.com/docs/api-reference/responses/input-tokens */
export type WireCountRequest = JsonObject & {
  readonly model: string
}

export type WireCount = JsonObject & {
  readonly object?: Json
  readonly input_tokens: number
}
