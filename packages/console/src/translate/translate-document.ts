import {
  applyPolicy,
  type Context,
  type DecodeState,
  type EncodeState,
  type GenerateRequest,
  isInterlinguaError,
  type JsonObject,
  type Notice,
  translateRequest,
  translateResponse,
  translateStream,
  type WireMessage,
  type WireReply,
} from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { explainRequest, messageOf } from '@interlingua/server'
import type { TranslatedDocument, TranslatedNotice, TranslatedStream } from '../api/index.ts'
import { readableCanonical } from './canonical-places.ts'
import { type LinkedDocuments, linkDocuments } from './link-documents.ts'

/** Two formats, and the context of each side. */
export interface TranslationWay {
  readonly from: FormatEdge
  readonly to: FormatEdge
  /** Model at the upstream. Absent: that of the request. */
  readonly model?: string
  readonly contextOf: (side: FormatEdge, onNotice: Context['onNotice']) => Context
}

type NoticeFacts = Omit<TranslatedNotice, 'path' | 'source' | 'canonical' | 'target'>

const mute = (): void => {}

/** Translates a request, and links the three documents. Throws the errors of the adapters. */
export function translateClientRequest(body: JsonObject, way: TranslationWay): TranslatedDocument {
  const { from, to, model, contextOf } = way
  // A format whose path names the model has no such field in its body.
  const message = messageOf(from, body, from.client.stream.arrays ? (model ?? 'model') : undefined, undefined)
  const { canonical, lowered, request, notices, refusal } = explainRequest(message, {
    from,
    to,
    contextOf,
    ...(model !== undefined && { model }),
  })
  const linked = linkDocuments({
    source: { wire: body, canonical },
    sent: lowered,
    target: { wire: request.body, canonical: readAgain(() => readRequest(to, request, contextOf(to, mute))) },
  })
  return {
    canonical: readableCanonical(canonical),
    target: request.body,
    notices: placed(notices, linked),
    links: linked.links,
    ...(refusal && { refusal: { message: refusal.message, source: refusal.path } }),
  }
}

function readRequest({ adapter }: FormatEdge, message: WireMessage<unknown>, context: Context): GenerateRequest {
  return adapter.decodeRequest(adapter.parseRequest(message, context), context)
}

/** Translates an answer of the upstream for the client. `request`: the client's request; absent: a short question. */
export function translateUpstreamAnswer(body: JsonObject, request: JsonObject | undefined, way: TranslationWay): TranslatedDocument {
  const { from, to, contextOf } = way
  const state = stateOf(request, false, way)
  const notices: Notice[] = []
  const onNotice = (notice: Notice): void => void notices.push(notice)
  const sides = { client: contextOf(from, onNotice), upstream: contextOf(to, onNotice) }
  const reply: WireReply<unknown> = { status: 200, headers: {}, body }
  const silent = contextOf(to, mute)
  const canonical = to.adapter.decodeResponse(to.adapter.parseResponse(reply, silent), silent, state)
  const made = translateResponse(from.adapter, to.adapter, reply, sides, state)
  const again = contextOf(from, mute)
  const target = readAgain(() => from.adapter.decodeResponse(from.adapter.parseResponse(made, again), again))
  const linked = linkDocuments({ source: { wire: body, canonical }, sent: canonical, target: { wire: made.body, canonical: target } })
  const refusal = applyPolicy(notices, sides.client.policy)
  return {
    canonical: readableCanonical(canonical),
    target: made.body,
    notices: placed(notices, linked),
    links: linked.links,
    ...(refusal && { refusal: { message: refusal.message, source: refusal.path ?? '' } }),
  }
}

/** Translates a stream of the upstream for the client, event by event. */
export function translateUpstreamStream(text: string, request: JsonObject | undefined, way: TranslationWay): TranslatedStream {
  const { from, to, contextOf } = way
  const notices: Notice[] = []
  const onNotice = (notice: Notice): void => void notices.push(notice)
  const sides = { client: contextOf(from, onNotice), upstream: contextOf(to, onNotice) }
  const { reader, writer } = translateStream(from.adapter, to.adapter, sides, stateOf(request, true, way))
  const rows: TranslatedStream['rows'][number][] = []
  for (const read of framesOf(text)) {
    const events = reader.push(read)
    rows.push({ read: read.trimEnd(), canonical: events.map(({ type }) => type), wrote: events.flatMap((event) => writer.push(event)) })
  }
  const last = reader.end()
  rows.push({ canonical: last.map(({ type }) => type), wrote: [...last.flatMap((event) => writer.push(event)), ...writer.end()] })
  return { rows, notices: notices.map((notice) => ({ ...describe(notice), path: notice.path })) }
}

/** Pieces of a stream, each with the blank line that ends it; the last may be cut. */
function framesOf(text: string): readonly string[] {
  return text.split(/(?<=\r?\n\r?\n)/).filter((frame) => frame.trim() !== '')
}

/** Facts about the request that the translation of its answer needs. */
function stateOf(body: JsonObject | undefined, stream: boolean, { from, to, model, contextOf }: TranslationWay): EncodeState & DecodeState {
  const client = contextOf(from, mute)
  const question: GenerateRequest = {
    model: model ?? 'model',
    turns: [{ author: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    stream,
  }
  const message =
    body === undefined
      ? from.adapter.encodeRequest(from.adapter.lowerRequest(question, client).request, client)
      : messageOf(from, body, from.client.stream.arrays ? (model ?? 'model') : undefined, stream)
  const translated = translateRequest(from.adapter, to.adapter, message, { client, upstream: contextOf(to, mute) })
  return translated.refusal === undefined ? { ...translated.asked, ...translated.sent } : { request: question }
}

/** Reads a document that was just made; one that cannot be read has no places. */
function readAgain(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
}

function describe({ code, kind, message, benign = false, severe = false }: Notice): NoticeFacts {
  return { code, kind, message, benign, severe }
}

/** Notices with their places in all three documents. */
function placed(notices: readonly Notice[], { locate }: LinkedDocuments): readonly TranslatedNotice[] {
  return notices.map((notice) => ({ ...describe(notice), path: notice.path, ...locate(notice.path) }))
}
