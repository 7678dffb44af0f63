import {
  chain,
  cutAtStops,
  translateRequest,
  translateStream as translateEvents,
  type Context,
  type Contexts,
  type DecodeState,
  type EncodeState,
  type GenerateRequest,
  type Notice,
  type Usage,
} from '@interlingua/core'
import type { InboundEdge, OutboundEdge } from '@interlingua/core/edge'
import { toTransformStream } from '@interlingua/streams'
import type { RequestBody, ResponseBody } from './bodies.ts'
import { chooseModel, contextsOf, fixedOf, type TranslationSettings } from './settings.ts'
import { explain, LossError } from './translation-error.ts'

/** State of a translated request that its answer needs. */
export interface Asked {
  readonly state: EncodeState & DecodeState & { readonly request: GenerateRequest }
  readonly contexts: Contexts
}

export interface TranslateOptions<F extends InboundEdge, T extends OutboundEdge> extends TranslationSettings<T> {
  /** Format of the body. */
  readonly from: F
  /** Format of the upstream. */
  readonly to: T
  /** Asked model, in formats whose path names it (Gemini). Default: the upstream's model. */
  readonly askedModel?: string
  /** True: the answer is to be a stream, in formats whose path says so (Gemini). Default false. */
  readonly stream?: boolean
  /** Headers of the request that the format knows (`anthropic-beta`), in lower case. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A translated request. */
export interface Translation<B> {
  readonly body: B
  /** Path at the upstream, from the version on. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Headers beside those of the credentials. */
  readonly headers: Readonly<Record<string, string>>
  /** Everything that was changed. */
  readonly notices: readonly Notice[]
  /** The notices of what is not benign. */
  readonly losses: readonly Notice[]
  /** State for `translateAnswer` or `translateStream`. */
  readonly asked: Asked
}

/**
 * Translates the body of a request.
 * Throws a `TranslationError` for a body that is not its format's, and a `LossError` where `losses` refuses it.
 * @example
 * const { body, notices } = translate({ model: 'claude-sonnet-5', messages: [{ role: 'user', content: 'Hi' }] }, { from: openaiChat, to: anthropic })
 * body.max_tokens // the body has the type of the upstream's format
 */
export function translate<const F extends InboundEdge, const T extends OutboundEdge>(
  body: RequestBody<F>,
  options: TranslateOptions<F, T>,
): Translation<RequestBody<T>> {
  const { from, to, stream = false, headers = {}, model: choice } = options
  const notices: Notice[] = []
  const own = bodyModel(body) ?? options.askedModel
  const asked = own ?? (typeof choice === 'string' ? choice : '')
  const sent = chooseModel(choice, asked)
  const contexts = contextsOf(
    to,
    options,
    fixedOf(to, options),
    { asked, sent, ...(from.client.checksModel && { known: from.profiles ?? [] }) },
    (notice) => notices.push(notice),
  )
  const message = { path: from.adapter.http.path({ model: asked, stream }), query: {}, headers, body }
  const result = explain(notices, () =>
    translateRequest(from.adapter, to.adapter, message, contexts, (request) => ({ ...request, model: sent })),
  )
  if (result.refusal !== undefined) throw new LossError(result.refusal, from.adapter.format, notices)
  return {
    ...result.message,
    body: result.message.body as RequestBody<T>, // the upstream's adapter has encoded it
    notices,
    losses: notices.filter(({ benign }) => benign !== true),
    asked: { state: { ...result.asked, ...result.sent }, contexts },
  }
}

export interface AnswerOptions<F extends InboundEdge, T extends OutboundEdge> {
  /** Format of the client, which asked. */
  readonly from: F
  /** Format of the upstream, which answered. */
  readonly to: T
  /** From `translate`, for this request. */
  readonly asked: Asked
}

/** A translated answer. */
export interface TranslatedAnswer<B> {
  readonly body: B
  readonly notices: readonly Notice[]
  readonly usage?: Usage
}

/**
 * Translates the whole answer of the upstream for the client. Throws a `TranslationError` for a body that is no answer of its format.
 * @example
 * const { body, asked } = translate(request, { from: openaiChat, to: anthropic })
 * const message = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
 * const completion = translateAnswer(await message.json(), { from: openaiChat, to: anthropic, asked }).body
 */
export function translateAnswer<const F extends InboundEdge, const T extends OutboundEdge>(
  body: ResponseBody<T>,
  { from, to, asked: { state, contexts } }: AnswerOptions<F, T>,
): TranslatedAnswer<ResponseBody<F>> {
  const notices: Notice[] = []
  const { client, upstream } = reporting(contexts, (notice) => notices.push(notice))
  const response = explain(notices, () => {
    const reply = to.adapter.parseResponse({ status: 200, headers: {}, body }, upstream)
    return cutAtStops(to.adapter.decodeResponse(reply, upstream, state), state.reversals?.stops)
  })
  const { body: encoded } = from.adapter.encodeResponse(response, client, state)
  // The client's adapter has encoded it.
  return { body: encoded as ResponseBody<F>, notices, ...(response.usage && { usage: response.usage }) }
}

export interface StreamOptions<F extends InboundEdge, T extends OutboundEdge> extends AnswerOptions<F, T> {
  /** Callback for each notice of the answer. Default: none. */
  readonly onNotice?: (notice: Notice) => void
  /** Callback for the error of an upstream whose connection breaks; the client gets an error event of its format. Default: none. */
  readonly onError?: (error: unknown) => void
}

/**
 * Translates a stream of the upstream for the client, byte for byte. A connection that breaks ends as the error event of the client's format.
 * @example
 * const bytes = response.body.pipeThrough(translateStream({ from: openaiChat, to: anthropic, asked }))
 * return new Response(bytes, { headers: { 'content-type': 'text/event-stream' } })
 */
export function translateStream<const F extends InboundEdge, const T extends OutboundEdge>({
  from,
  to,
  asked: { state, contexts },
  onNotice = () => {},
  onError = () => {},
}: StreamOptions<F, T>): ReadableWritablePair<Uint8Array, Uint8Array | string> {
  const { reader, writer } = translateEvents(from.adapter, to.adapter, reporting(contexts, onNotice), state)
  const { readable, writable } = toTransformStream(chain(reader, writer), { onError })
  return { readable: readable.pipeThrough(new TextEncoderStream()), writable }
}

function reporting({ client, upstream }: Contexts, onNotice: Context['onNotice']): Contexts {
  return { client: { ...client, onNotice }, upstream: { ...upstream, onNotice } }
}

/** Model that a body names; `undefined` if the path has it. */
function bodyModel(body: unknown): string | undefined {
  const { model } = (body ?? {}) as { readonly model?: unknown } // any value may be asked for its members
  return typeof model === 'string' ? model : undefined
}
