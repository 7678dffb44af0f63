import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { StoredDocument } from '../store/stored-document.ts'

/** A response as it is kept: whole where nobody else keeps it, else only where it is. */
export interface KeptResponse {
  /** The channel whose upstream keeps the response. All else is empty then. */
  readonly channel?: string
  /** As the client got it. */
  readonly response: JsonObject
  /** The request's own input, as it was sent. */
  readonly input: readonly Json[]
  /** What came before, the oldest first: see `Reference`. */
  readonly context: readonly Reference[]
  /** About how many characters all that is, what came before included. */
  readonly size: number
  /** Until when whoever runs it in the background has promised to say that it still does. Milliseconds since the epoch. */
  readonly lease?: number
}

/** A document that holds items: the input and output of a response, or a lot of a conversation. `response/resp_…`, `conversation-items/…`. */
export type Reference = string

export function readKeptResponse({ body }: StoredDocument): KeptResponse {
  const { channel, response, input, context, size, lease } = body
  return {
    ...(typeof channel === 'string' && { channel }),
    response: isJsonObject(response) ? response : {},
    input: listOf(input),
    context: listOf(context).filter((entry) => typeof entry === 'string'),
    size: typeof size === 'number' ? size : 0,
    ...(typeof lease === 'number' && { lease }),
  }
}

/** The same as the body of a document. */
export function writeKeptResponse(kept: KeptResponse): JsonObject {
  return { ...kept }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [] // arrays of JSON hold JSON
}
