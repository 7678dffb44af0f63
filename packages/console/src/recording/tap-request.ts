import { formatOf, type Receiver, streamDecoders, type Target } from '@interlingua/upstreams'
import type { RecordableRequest, RequestTap } from '@interlingua/server'
import { readCredential } from '@interlingua/access'
import type { RecordedAnswer, RecordedBody, RecordedCall, RecordedEvent, RecordedMessage, Recording } from '../api/index.ts'
import { type CollectedBytes, collectBytes, mostBytes } from './collected-bytes.ts'
import { createRedactor, redactHeaders, redactPath, type Redactor } from './create-redactor.ts'

type Headers = Readonly<Record<string, unknown>>

interface HeardAnswer {
  status: number
  headers: Headers
  readonly bytes: CollectedBytes
}

interface HeardCall {
  readonly target: Target
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly from: number
  readonly request: CollectedBytes
  answer?: HeardAnswer
  failure?: string
}

/** Calls of one request that are kept; a long poll makes many. */
const mostCalls = 8

/** Listens to a request, and calls `done` once when the client has all and no upstream is called any more. */
export function tapRequest(admitted: RecordableRequest, done: (heard: HeardRequest) => void): RequestTap {
  const { client } = admitted
  const now = (): number => Math.round((performance.now() - client.startedAt) * 10) / 10
  const request = collectBytes()
  const calls: HeardCall[] = []
  let answer: HeardAnswer | undefined
  let running = 0
  let closed = false
  let told = false

  function settle(): void {
    if (!closed || running > 0 || told) return
    told = true
    done({ admitted, request, calls, answer })
  }

  return {
    request: (body) => request.add(body, now()),
    call(target, { method = 'POST', path, headers, body }, open, refuse) {
      if (calls.length >= mostCalls) return { open, refuse }
      const call: HeardCall = { target, method, path, headers, from: now(), request: collectBytes() }
      if (body !== undefined) call.request.add(body, call.from)
      calls.push(call)
      running++
      let over = false
      const end = (failure?: Error): void => {
        if (over) return
        over = true
        if (failure) call.failure = codeOf(failure)
        running--
        // After the service, which may call another upstream at once.
        setImmediate(settle)
      }
      return {
        open(status, given) {
          const heard = (call.answer = { status, headers: given, bytes: collectBytes() })
          const receiver: Receiver = open(status, given)
          return {
            data(piece) {
              heard.bytes.add(piece, now())
              receiver.data(piece)
            },
            end() {
              end()
              receiver.end()
            },
            fail(error) {
              end(error)
              receiver.fail(error)
            },
          }
        },
        refuse(error, sent) {
          end(error)
          refuse(error, sent)
        },
      }
    },
    head(status, headers) {
      answer ??= { status, headers, bytes: collectBytes() }
    },
    answer(piece) {
      answer?.bytes.add(piece, now())
    },
    close() {
      closed = true
      settle()
    },
  }
}

/** All that was heard of a request. */
export interface HeardRequest {
  readonly admitted: RecordableRequest
  readonly request: CollectedBytes
  readonly calls: readonly HeardCall[]
  readonly answer: HeardAnswer | undefined
}

/** Writes down what was heard, without credentials. `patterns`: texts of the operator that are redacted, too. */
export async function writeRecording(
  { admitted, request, calls, answer }: HeardRequest,
  expiresAt: number,
  patterns: readonly string[],
): Promise<Recording> {
  const { client } = admitted
  const { incoming, edge, endpoint } = client
  const own = readCredential(incoming)
  const secrets = [...new Set([...(own === undefined ? [] : [own]), ...calls.flatMap(({ target }) => target.channel.secrets)])]
  const redact = createRedactor(secrets, patterns)
  const written: RecordedCall[] = []
  for (const call of calls) written.push(await writeCall(call, admitted, redact))
  return {
    id: client.id,
    at: new Date(client.at).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    format: endpoint?.dialect ?? edge.adapter.format,
    method: incoming.method ?? 'POST',
    path: redactPath(incoming.url ?? '/', redact),
    // The body was decoded when it was read.
    request: await writeMessage(withoutCoding(incoming.headers), request, redact),
    calls: written,
    ...(answer && { answer: await writeAnswer(answer, redact) }),
  }
}

async function writeCall(call: HeardCall, { capability = 'generate' }: RecordableRequest, redact: Redactor): Promise<RecordedCall> {
  const { target, method, path, headers, from, request, answer, failure } = call
  const { channel, model } = target
  return {
    channel: channel.name,
    model,
    format: formatOf(channel, capability) ?? channel.edge.adapter.format,
    method,
    path: redactPath(path, redact),
    from,
    request: await writeMessage({ 'content-type': 'application/json', ...headers }, request, redact),
    ...(answer && { answer: await writeAnswer(answer, redact) }),
    ...(failure !== undefined && { failure }),
  }
}

async function writeAnswer({ status, headers, bytes }: HeardAnswer, redact: Redactor): Promise<RecordedAnswer> {
  return { status, ...(await writeMessage(headers, bytes, redact)) }
}

function withoutCoding({ 'content-encoding': _, ...headers }: Headers): Headers {
  return headers
}

const events = /^text\/event-stream/i
const texts = /json|^text\/|urlencoded|xml/i

async function writeMessage(headers: Headers, { size, pieces }: CollectedBytes, redact: Redactor): Promise<RecordedMessage> {
  const readableHeaders = redactHeaders(headers, redact)
  const { 'content-type': type = 'application/json', 'content-encoding': coding = 'identity' } = readableHeaders
  const kept = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const cut = kept < size ? ({ cut: true } as const) : {}
  const plain = coding === 'identity' ? { pieces, cut: false } : await inflatePieces(pieces, coding.trim().toLowerCase())
  if (plain === undefined || !texts.test(type)) return { headers: readableHeaders, body: { bytes: size, ...cut } }
  const body: RecordedBody = { bytes: size, ...cut, ...(plain.cut && { cut: true }) }
  if (!events.test(type)) return { headers: readableHeaders, body: { ...body, text: redact(textOf(plain.pieces)) } }
  return { headers: readableHeaders, body, events: eventsOf(plain.pieces).map(({ at, text }) => ({ at, text: redact(text) })) }
}

type Pieces = CollectedBytes['pieces']

function textOf(pieces: Pieces): string {
  return Buffer.concat(pieces.map(({ bytes }) => bytes)).toString('utf8')
}

/** Events of a stream, each with the time of the piece that made it whole; the last may be cut. */
export function eventsOf(pieces: Pieces): readonly RecordedEvent[] {
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes))
  const found: RecordedEvent[] = []
  let piece = 0
  /** Offset behind the present piece. */
  let reached = pieces[0]?.bytes.length ?? 0
  let begin = 0
  // A character for each byte, so that offsets are those of the bytes.
  for (const frame of whole.toString('latin1').split(/(?<=\n\r?\n|\r\r)/)) {
    const end = begin + frame.length
    while (reached < end && piece + 1 < pieces.length) reached += pieces[++piece]?.bytes.length ?? 0
    const text = whole.toString('utf8', begin, end)
    begin = end
    if (text.trim() !== '') found.push({ at: pieces[piece]?.at ?? 0, text: text.trimEnd() })
  }
  return found
}

/** Pieces without their content coding, each with the time of the piece that it came by; undefined for a coding that is not known. */
async function inflatePieces(pieces: Pieces, coding: string): Promise<{ readonly pieces: Pieces; readonly cut: boolean } | undefined> {
  const decoder = streamDecoders.get(coding)?.()
  if (decoder === undefined) return undefined
  const plain: { readonly at: number; readonly bytes: Buffer }[] = []
  let size = 0
  let broken = false
  decoder.on('error', () => void (broken = true))
  try {
    for (const { at, bytes } of pieces) {
      if (broken || size >= mostBytes) break
      const flow = (piece: Buffer): void => {
        const room = Math.max(0, mostBytes - size)
        size += piece.length
        if (room > 0) plain.push({ at, bytes: piece.subarray(0, room) })
      }
      decoder.on('data', flow)
      await new Promise<void>((written) => {
        decoder.once('error', () => written())
        decoder.write(bytes, () => written())
      })
      // The decoder's output is read in the next turn.
      await new Promise<void>((read) => void setImmediate(read))
      decoder.off('data', flow)
    }
  } finally {
    decoder.destroy()
  }
  return { pieces: plain, cut: broken || size > mostBytes }
}

/** Code of an error, never its message, which may name addresses. */
function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown } // errors of sockets carry one
  return typeof code === 'string' ? code : error.name
}
