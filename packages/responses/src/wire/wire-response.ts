import type { JsonObject } from '@interlingua/core'

/** The answer of `POST /v1/responses`. https://platform.openai.com/docs/api-reference/responses/object */
export type WireResponse = JsonObject

/** An event of a streamed answer: the JSON of one SSE frame, whose `event:` line repeats `type`. https://platform.openai.com/docs/api-reference/responses-streaming */
export type WireStreamEvent = JsonObject & {
  readonly type: string
}

/** An error document: `{ error: { message, type, param, code } }`; compatible servers have other shapes. https://platform.openai.com/docs/guides/error-codes */
export type WireFailure = JsonObject
