import { invoke } from '@interlingua/cloud'
import { converse } from '@interlingua/converse/edge'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { encodeBase64Text } from '@interlingua/framing'
import { readSse } from '@interlingua/testkit'
import { matrixCorpus } from './matrix-formats.ts'
import { ownCorpus } from './own-corpus.ts'

export interface FramedEvent {
  /** `:event-type` of the message. */
  readonly type: string
  readonly event: Json
}

/** A format whose streams are AWS event streams. */
export interface FramedFormat {
  readonly id: string
  readonly edge: FormatEdge
  /** Payload of the message of an event. */
  readonly wrap: (event: Json) => Json
  /** Events of whole streams. */
  readonly streams: readonly (readonly FramedEvent[])[]
}

/** Streams of Messages, whose events InvokeModel puts into chunks. */
const messages: readonly (readonly JsonObject[])[] = ownCorpus('messages').flatMap(({ stream }) => {
  if (stream === undefined) return []
  const events = readSse(stream).flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as Json] : []))
  return [events.filter(isJsonObject)]
})

/** Events of a text that stands for an event stream, each by its name. */
function framesOf(text: string): readonly FramedEvent[] {
  return readSse(text).flatMap(({ event = 'message', data }) =>
    data.startsWith('{') ? [{ type: event, event: JSON.parse(data) as Json }] : [],
  ) // checked
}

export const framedFormats: readonly FramedFormat[] = [
  {
    id: 'invoke',
    edge: invoke,
    wrap: (event) => ({ bytes: encodeBase64Text(JSON.stringify(event)), p: 'abcdef' }),
    streams: messages.map((events) => events.map((event) => ({ type: 'chunk', event }))),
  },
  {
    id: 'converse',
    edge: converse,
    wrap: (event) => event,
    streams: matrixCorpus('converse').flatMap(({ stream }) => (stream === undefined ? [] : [framesOf(stream)])),
  },
]
