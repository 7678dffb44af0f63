import type { Json, JsonObject } from '@interlingua/core'
import type { WireBlock } from './wire-block.ts'

/** One message of a conversation. Roles: user, assistant, system; others are carried. */
export interface WireTurn extends JsonObject {
  readonly role: string
  readonly content: Json
}

export interface WireTool extends JsonObject {
  readonly name: Json
}

/** The body of `POST /v1/messages`. https://platform.claude.com/docs/en/api/messages/create */
export interface WireRequest extends JsonObject {
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

/** The body of `POST /v1/messages/count_tokens`: a request without what concerns the output. */
export interface WireCountRequest extends JsonObject {
  readonly model: string
  readonly messages: readonly JsonObject[]
}

/** The answer of `POST /v1/messages/count_tokens`. */
export interface WireCount extends JsonObject {
  readonly input_tokens: number
}
