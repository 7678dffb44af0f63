import { isJsonObject, parseJson } from '@interlingua/core'
import { decodeBase64Text } from './base64-text.ts'
import { isUnread, type ReadMessage, type UnreadMessage } from './create-event-stream-reader.ts'
import { readUtf8 } from './read-utf8.ts'
import { withoutMember } from './without-member.ts'

/** The server-sent event that stands for a message of an AWS event stream. */
export interface TextEvent {
  readonly event?: string
  readonly data: string
}

/** Event of a message: its `:event-type`, and its payload without the padding (`p`). A failure of the service is `exception`. */
export function eventOfMessage({ headers, payload }: Pick<ReadMessage, 'headers' | 'payload'>): TextEvent | UnreadMessage {
  const header = (name: string): string | undefined => {
    const value = headers.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const event = header(':event-type')
  const kind = header(':message-type') ?? (event === undefined ? undefined : 'event') // some servers leave it out
  if (kind === 'error') return exception(header(':error-code'), { message: header(':error-message') ?? '' })
  const text = readUtf8(payload)
  if (text === undefined) return unread('a payload is not UTF-8')
  if (kind === 'exception') return exception(header(':exception-type'), parseJson(text) ?? text)
  if (kind !== 'event') return unread('a message does not say what kind it is')
  if (event === undefined || event === '') return unread('an event has no type')
  return { event, data: withoutMember(text, 'p') }
}

/** Event of a message of Bedrock's InvokeModel, whose chunks hold one JSON event of a model's family in base64: that event by its `type`. */
export function eventOfChunk(message: Pick<ReadMessage, 'headers' | 'payload'>): TextEvent | UnreadMessage {
  const outer = eventOfMessage(message)
  if (isUnread(outer) || outer.event !== 'chunk') return outer
  const chunk = parseJson(outer.data)
  const data = isJsonObject(chunk) && typeof chunk['bytes'] === 'string' ? decodeBase64Text(chunk['bytes']) : undefined
  if (data === undefined) return unread('a chunk holds no text')
  const inner = parseJson(data)
  const type = isJsonObject(inner) ? inner['type'] : undefined
  return { ...(typeof type === 'string' && type !== '' && { event: type }), data }
}

function exception(name: string | undefined, payload: unknown): TextEvent {
  const { p: _, ...members } = isJsonObject(payload) ? payload : { message: typeof payload === 'string' ? payload : '' }
  return { event: 'exception', data: JSON.stringify({ type: '', ...members, ...(name !== undefined && { type: name }) }) }
}

function unread(message: string): UnreadMessage {
  return { type: 'invalid', message }
}
