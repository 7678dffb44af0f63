import type { JsonObject } from '@interlingua/core'
import type { WireBlock } from './wire-block.ts'

/** The answer of `POST /v1/messages`. https://platform.claude.com/docs/en/api/messages/create */
export type WireResponse = JsonObject & {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly WireBlock[]
  readonly stop_reason: string | null
  readonly stop_sequence: string | null
  readonly usage: JsonObject
}

/** An event of a streamed answer: the JSON of one SSE frame, whose `event:` line repeats `type`. */
export type WireStreamEvent = JsonObject & {
  readonly type: string
}

/** The body of an answer that is not 2xx, and of the `error` event of a stream. */
export type WireFailure = JsonObject & {
  readonly type: 'error'
  readonly error: JsonObject
}
