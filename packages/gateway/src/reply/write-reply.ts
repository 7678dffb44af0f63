import type { Reply } from '../server/reply.ts'
import { answerHeaders } from './reply-headers.ts'
import { isJsonObject } from '@interlingua/core'
import type { UsageRecord } from '@interlingua/store'
import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'

/**
 * Ends a reply: keeps the usage record, then calls `send` for the rest of the answer, whose head is written, and tells the observers. Later calls do
 * nothing. Absent `send`: the client is gone.
 */
export function finishReply(reply: Reply, outcome: string, send?: () => void): void {
  if (reply.ended) return
  reply.ended = true
  const { client, admitted } = reply
  if (admitted?.grant.key === undefined || client.endpoint?.metered !== true || admitted.grant.unrecorded === true)
    return conclude(reply, outcome, send, undefined)
  // A file store calls back after pending input was read: answers that go out one after the other, not in the middle of the reading, cost a fifth
  // less under load.
  client.gateway.meter.keep(reply, outcome, (record) => conclude(reply, outcome, send, record))
}

function conclude(reply: Reply, outcome: string, send: (() => void) | undefined, record: UsageRecord | undefined): void {
  send?.()
  reply.client.gateway.observer.close(reply, outcome, record)
}

/** Answers with a document of the gateway's own; does nothing where the answer has ended already. */
export function answerJson(reply: Reply, body: unknown, status = 200): void {
  if (reply.ended) return
  const text = JSON.stringify(body)
  reply.response.writeHead(status, {
    ...answerHeaders(reply),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishReply(reply, status < 400 ? 'ok' : 'failed', () => reply.response.end(text))
}

/** Number of entries from which on each entry of a list is a piece. */
const longList = 100
const deepest = 3

/** Writes a value as JSON, piece by piece: the entries of long lists one by one. */
export function* piecesOfJson(value: unknown, depth = 0): Generator<string, void> {
  if (Array.isArray(value) && value.length > longList) {
    for (const [index, entry] of value.entries()) yield `${index === 0 ? '[' : ','}${JSON.stringify(entry)}`
    yield ']'
  } else if (isJsonObject(value) && depth < deepest) {
    let before = '{'
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* piecesOfJson(member, depth + 1)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}

/** Answers with a good document that is too long for one text: its pieces are made as the client reads them. */
export function writePieces(reply: Reply, headers: Readonly<Record<string, string>>, pieces: Iterable<string>): void {
  const { response } = reply
  if (reply.ended) return
  response.writeHead(200, { ...answerHeaders(reply), ...headers, 'content-type': 'application/json' })
  finishReply(reply, 'ok', () => {
    // A client that leaves ends the iteration.
    pipeline(Readable.from(pieces), response, () => {})
  })
}

/** Document for the client. */
export interface ClientDocument {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Outcome for the usage record. Default: `ok`. */
  readonly outcome?: string
}

/** Bytes up to which a copy is cheaper than a second buffer in the write. */
const shortBody = 16_384

/** Answers with a good document; does nothing where the answer has ended already. */
export function writeDocument(reply: Reply, document: ClientDocument): void {
  const { response } = reply
  if (reply.ended) return
  const { body } = document
  const all: Record<string, string | number> = Object.assign(answerHeaders(reply), document.headers)
  all['content-type'] = 'application/json'
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  all['content-length'] = length
  response.writeHead(200, all)
  finishReply(reply, document.outcome ?? 'ok', () => endWith(response, body, length))
}

/** Sends a short body in one piece with its head. Text with as many bytes as characters is ASCII, for which latin1 is the cheaper write. */
function endWith(response: ServerResponse, body: string | Buffer, length: number): void {
  if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8')
  else if (body.length < shortBody) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}

/**
 * Milliseconds between the last event of a failed stream and the break of its connection: an HTTP library may throw away unread bytes at the break,
 * and with them the reason.
 */
const pause = 25

/**
 * Ends the answer with its last bytes. `broken`: the connection is cut behind them, without HTTP's end of a body, so that a client that ignores its
 * format's error event still sees that the answer is not whole.
 */
export function endAnswer(response: ServerResponse, last: string | Buffer, broken: boolean): void {
  if (!broken) return void response.end(last)
  response.write(last)
  setTimeout(() => breakConnection(response), pause).unref()
}

/** Cuts the connection after the bytes on their way. A body without length and chunks ends by an orderly close, so only a reset shows the failure. */
function breakConnection(response: ServerResponse): void {
  const { socket } = response
  if (socket === null) return void response.destroy()
  if (response.chunkedEncoding) socket.destroySoon()
  else socket.resetAndDestroy()
}
