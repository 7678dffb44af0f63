import type { Framing } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import type { FormatId } from '../formats/gist.ts'
import { formatJson } from '../json/format-json.ts'
import { of } from './write-step.ts'
import type { Reply } from './case.ts'
import { framesOf, respell } from './frames-of.ts'
import { answerOf } from './talk.ts'
import type { Arrival, ScriptedAnswer } from './upstream-server.ts'

export interface AnswerPlan {
  readonly reply: Reply
  readonly model: string
  /** Bytes after which the stream is cut. */
  readonly cutAt?: number
}

const jsonType = { 'content-type': 'application/json' }

/** Answer of the upstream to a request: a document or a stream, as it was asked for. */
export function scriptAnswer(arrival: Arrival, { reply: given, model, cutAt }: AnswerPlan): ScriptedAnswer {
  const { format } = arrival
  const reply = withTool(given, arrival)
  const wire = of(reply.wire, format)
  if (arrival.kind === 'count') return document(200, countBody(format, reply.count, arrival.body))
  if (reply.failure !== undefined && (reply.talk ?? []).length === 0) {
    // Classes of cases are validated.
    const { status, body } = formats[format].writeFailure({ ...reply.failure, class: reply.failure.class as 'server' })
    return document(status, body, reply.failure.headers)
  }
  if (wire?.document !== undefined && !(arrival.stream && wire.frames !== undefined))
    return document(wire.status ?? 200, wire.document, wire.headers)
  if (!arrival.stream && wire?.frames === undefined) {
    if (reply.failure !== undefined) return document(500, formats[format].writeFailure({ ...reply.failure, class: 'server' }).body)
    const text = formats[format].writeAnswer(answerOf(reply), model)
    if (reply.delivery?.cut === undefined && reply.delivery?.end === undefined) return document(200, text)
    return {
      status: 200,
      headers: { ...jsonType, 'content-length': String(Buffer.byteLength(text)) },
      pieces: [{ bytes: Buffer.from(text.slice(0, text.length / 2)) }],
      end: 'rst',
    }
  }
  return streamOf(arrival, reply, framesOf(reply, wire, format, model), wire?.headers, cutAt)
}

function streamOf(
  arrival: Arrival,
  reply: Reply,
  made: ReturnType<typeof framesOf>,
  more: Readonly<Record<string, string>> | undefined,
  cutAt: number | undefined,
): ScriptedAnswer {
  const { delivery = {} } = reply
  const { framing } = formats[arrival.format]
  const headers = { 'content-type': framing.contentType, 'cache-control': 'no-cache', ...more }
  const first = made.frames.findIndex((frame) => frame.includes('FIRST'))
  const waits = new Map((delivery.wait ?? []).map(([after, ms]) => [after === -1 ? first : after, ms]))
  // Bytes are kept together where a piece is less than a frame.
  let frames = made.frames.map((frame) => respell(frame, delivery.style))
  if (delivery.style === 'bom') frames = frames.map((frame, index) => (index === 0 ? `\uFEFF${frame}` : frame))
  const dropped =
    delivery.end === 'terminator-less'
      ? frames.slice(0, arrival.format !== 'M' && arrival.format !== 'C' ? made.finish : Math.min(made.finish, frames.length - 1))
      : frames
  const end = delivery.end === undefined || delivery.end === 'terminator-less' ? 'clean' : delivery.end
  const bytes = Buffer.from(dropped.join(''), framing.encoding)
  const cut = cutAt ?? placeOf(delivery.cut?.after, dropped, framing.encoding)
  if (cut !== undefined)
    return {
      status: 200,
      headers,
      pieces: [{ bytes: bytes.subarray(0, cut) }],
      end: end === 'clean' && delivery.end === undefined ? 'fin' : end,
    }
  if (delivery.chunk === 'byte') return { status: 200, headers, pieces: split(bytes, 1), end }
  if (typeof delivery.chunk === 'number') return { status: 200, headers, pieces: split(bytes, delivery.chunk), end }
  const pieces = dropped.map((frame, index) => {
    const waitMs = waits.get(index)
    return { bytes: Buffer.from(frame, framing.encoding), ...(waitMs !== undefined && { waitMs }) }
  })
  return { status: 200, headers, pieces, end }
}

function placeOf(after: string | undefined, frames: readonly string[], encoding: Framing['encoding']): number | undefined {
  if (after === undefined || after === 'sweep') return undefined
  const [unit, count] = after.split(' ')
  return unit === 'byte' ? Number(count) : Buffer.byteLength(frames.slice(0, Number(count) + 1).join(''), encoding)
}

function split(bytes: Buffer, size: number): readonly { readonly bytes: Buffer }[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({ bytes: bytes.subarray(index * size, (index + 1) * size) }))
}

function document(status: number, body: string, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer {
  return { status, headers: { ...jsonType, ...headers }, pieces: [{ bytes: Buffer.from(body) }], end: 'clean' }
}

function countBody(format: FormatId, count: string | number | undefined, body: string): string {
  const tokens = typeof count === 'number' ? count : Math.ceil(Buffer.byteLength(body) / 4)
  return formatJson(
    format === 'M'
      ? { input_tokens: tokens }
      : format === 'G'
        ? { totalTokens: tokens }
        : { object: 'response.input_tokens', input_tokens: tokens },
  )
}

/** Places of a sweep: frame borders and half frames, and each byte of the last two frames, until the finish is told. */
export function sweepOf(reply: Reply, format: FormatId, model: string, full: boolean): readonly number[] {
  const { frames, finish } = framesOf(reply, of(reply.wire, format), format, model)
  const { encoding } = formats[format].framing
  const until = frames.slice(0, finish)
  const whole = Buffer.byteLength(until.join(''), encoding)
  if (full) return Array.from({ length: whole }, (_, index) => index + 1)
  const places: number[] = []
  let at = 0
  for (const frame of until) {
    const length = Buffer.byteLength(frame, encoding)
    places.push(at + Math.floor(length / 2), at + length)
    at += length
  }
  // The frame with the finish, not to its end.
  places.push(whole + Math.floor(Buffer.byteLength(frames[finish] ?? '', encoding) / 2))
  const most = 24
  return places.length <= most
    ? places
    : Array.from({ length: most }, (_, index) => places[Math.floor((index * (places.length - 1)) / (most - 1))] ?? 0)
}

/** Reply with the name that the first tool has at the upstream, where the case says `$TOOL`: gateways may map names as they like. */
function withTool(reply: Reply, { format, json }: Arrival): Reply {
  if (reply.talk?.some(({ call }) => call?.name === '$TOOL') !== true) return reply
  const name = formats[format].readRequest(json).tools[0]?.name ?? 'no-tool'
  return { ...reply, talk: reply.talk.map((item) => (item.call?.name === '$TOOL' ? { ...item, call: { ...item.call, name } } : item)) }
}
