import type { Json, WireMessage, WireReply } from '@interlingua/core'

/**
 * A recorded exchange of a format: a request and its response, as a document or as the text of a stream. The recorded corpora have this
 * shape.
 */
export interface Recording {
  readonly id: string
  /** The format's id, or `count_tokens`. */
  readonly format: string
  readonly provider?: string
  readonly path: string
  readonly request: Json
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly status: number
  readonly response?: Json
  /** Raw text of a streamed response. Absent: the response is a document. */
  readonly stream?: string
  readonly tags?: readonly string[]
}

/** Request of an exchange; `undefined` if only the response was recorded. */
export function messageOf(recording: Recording): WireMessage<unknown> | undefined {
  if (recording.request === null || recording.request === undefined) return undefined
  return { path: recording.path, query: {}, headers: recording.requestHeaders ?? {}, body: recording.request }
}

/** Response of an exchange if it is a document, else `undefined`. */
export function replyOf(recording: Recording): WireReply<unknown> | undefined {
  if (recording.response === undefined) return undefined
  return { status: recording.status, headers: {}, body: recording.response }
}
