import type { Json, WireMessage, WireReply } from '@interlingua/core'

/** One exchange of a format: a request and its answer, as a document or as the text of a stream. The recorded corpora have this shape. */
export interface Exchange {
  readonly id: string
  /** The format's id, or `count_tokens`. */
  readonly format: string
  readonly provider?: string
  readonly path: string
  readonly request: Json
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly status: number
  readonly response?: Json
  /** The raw text of a streamed answer. */
  readonly stream?: string
  readonly tags?: readonly string[]
}

/** The request of an exchange, or `undefined` where only the answer was recorded. */
export function messageOf(exchange: Exchange): WireMessage<unknown> | undefined {
  if (exchange.request === null || exchange.request === undefined) return undefined
  return { path: exchange.path, query: {}, headers: exchange.requestHeaders ?? {}, body: exchange.request }
}

/** The answer of an exchange where it is a document. */
export function replyOf(exchange: Exchange): WireReply<unknown> | undefined {
  if (exchange.response === undefined) return undefined
  return { status: exchange.status, headers: {}, body: exchange.response }
}
