import type { Json, JsonObject } from '@interlingua/core'
import type { WireBlock } from './wire-block.ts'

/** A message of a conversation. Roles: user, assistant, system; others are carried. */
export type WireTurn = JsonObject & {
  readonly role: string
  readonly content: Json
}

export type WireTool = JsonObject & {
  readonly name: Json
}

/** The body of `POST /v1/messages`. https://platform.claude.com/docs/en/api/messages/create */
export type WireRequest = JsonObject & {
  readonly model: string
  readonly messages: readonly JsonObject[]
  readonly max_tokens: number
  readonly system?: string | readonly WireBlock[]
  readonly stop_sequences?: readonly string[]
  readonly stream?: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly tools?: readonly JsonObject[]
  readonly tool_choice?: JsonObject
  readonly thinking?: JsonObject
  readonly output_config?: JsonObject
}

/** The body of `POST /v1/messages/count_tokens`: a request without output options. */
export type WireCountRequest = JsonObject & {
  readonly model: string
  readonly messages: readonly JsonObject[]
}

/** The answer of `POST /v1/messages/count_tokens`. */
export type WireCount = JsonObject & {
  readonly input_tokens: number
}
