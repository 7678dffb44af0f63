import {
  cutAtStops,
  findRemoteMedia,
  inlineMedia,
  mergeUsage,
  parseJson,
  translateRequest,
  type Context,
  type Fetched,
  type GenerateRequest,
  type JsonObject,
  type Notice,
  type WireMessage,
} from '@interlingua/core'
import type { EdgeRequest, InboundEdge, MatchedRoute, OutboundEdge, RequestHead } from '@interlingua/core/edge'
import { answerStream } from './answer-stream.ts'
import { fetchMedia, type MediaSettings, refusal } from './media.ts'
import { readAnswer, readBytes, readRequest } from './read-body.ts'
import { answerFailure, failureOf, failureOfError, malformed, RequestFailure } from './request-failure.ts'
import { withoutOrigin, type Running, type Veil } from './running.ts'
import { chooseModel, contextsOf } from './settings.ts'
import type { OpenUpstream } from './upstream.ts'

/** Upstream for a request, by what it asks for. */
export type UpstreamChoice = (asked: { readonly model: string; readonly request: Request }) => OpenUpstream | Promise<OpenUpstream>

/** Largest error document of an upstream that is read. */
const longestError = 1024 * 1024

/**
 * Answers a request of a client of `from`: translates it for the upstream, calls it, and translates the answer back. Every failure is a response
 * in the client's format, except that of a connection that cannot be made, which is thrown, and of a client that left.
 */
export async function answerRequest(
  request: Request,
  from: InboundEdge,
  route: MatchedRoute,
  choose: UpstreamChoice,
  maxBytes: number,
  veil: Veil = (failure) => failure,
): Promise<Response> {
  let running: Running | undefined
  try {
    const body = await readRequest(request, maxBytes)
    const asked: EdgeRequest = { headers: Object.fromEntries(request.headers), path: route.path, body }
    const head = from.client.readHead(asked)
    if ('message' in head) throw new RequestFailure(head)
    running = open(await choose({ model: head.model, request }), from, head, request.signal)
    const unknown = from.adapter.format === running.upstream.to.adapter.format ? undefined : from.client.checkWords?.(body, asked.headers)
    if (unknown !== undefined) throw new RequestFailure(unknown)
    const message = messageOf(request, from, route, body)
    return route.operation === 'count'
      ? await count(running, from, message, veil)
      : await generate(running, request, from, head, message, veil)
  } catch (error) {
    const failure = failureOfError(error)
    if (failure === undefined) {
      running?.finish(request.signal.aborted ? 'cancelled' : 'server', 0)
      throw error
    }
    const response = answerFailure(from, failure, running?.contexts.client)
    running?.finish(failure.code, response.status)
    return response
  }
}

function open(upstream: OpenUpstream, from: InboundEdge, { model: asked }: RequestHead, signal: AbortSignal): Running {
  const { settings, to, fixed } = upstream
  const notices: Notice[] = []
  const report = (notice: Notice): void => {
    notices.push(notice)
    settings.onNotice?.(notice)
  }
  const sent = chooseModel(settings.model, asked)
  const known = from.client.checksModel ? { known: from.profiles ?? [] } : {}
  let told = false
  const running: Running = {
    upstream,
    contexts: contextsOf(to, settings, fixed, { asked, sent, ...known }, report),
    state: {},
    notices,
    signal,
    finish(outcome, status) {
      if (told) return
      told = true
      settings.onFinish?.({ outcome, status, notices, ...(running.usage && { usage: running.usage }) })
    },
  }
  return running
}

/** Request as a message of its format, with only the headers and parameters that the format knows. */
function messageOf(request: Request, from: InboundEdge, { path: { path = '' } }: MatchedRoute, body: JsonObject): WireMessage<unknown> {
  const headers: Record<string, string> = {}
  const { forwarded, read = [] } = from.client.headers
  for (const name of [...forwarded, ...read]) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { path, query: {}, headers, body }
}

async function generate(
  opened: Running,
  request: Request,
  from: InboundEdge,
  { model: asked, stream }: RequestHead,
  message: WireMessage<unknown>,
  veil: Veil,
): Promise<Response> {
  const { upstream, contexts, signal } = opened
  const { to, settings } = upstream
  const model = chooseModel(settings.model, asked)
  const { media = 'refuse' } = settings
  const files = media === 'refuse' ? undefined : await bringMedia(opened, from, message, media)
  const change = (decoded: GenerateRequest): GenerateRequest => {
    const named = decoded.model === model ? decoded : { ...decoded, model }
    if (files !== undefined) return inlineMedia(named, files)
    if (media === 'refuse') refuseRemoteMedia(decoded, to, contexts.upstream)
    return named
  }
  const translated = translateRequest(from.adapter, to.adapter, message, contexts, change)
  if (translated.refusal !== undefined) throw new RequestFailure(translated.refusal)
  const state = { ...translated.asked, ...translated.sent }
  const running: Running = Object.assign(opened, { state })
  const left = new AbortController()
  const own = from.adapter.format === to.adapter.format ? message.headers : {}
  const response = await upstream.call(
    { ...translated.message, headers: { ...own, ...translated.message.headers } },
    AbortSignal.any([signal, left.signal]),
  )
  if (!response.ok) throw await readFailure(running, response, from, veil)
  if (stream) return answerStream(running, request, from, response, left, veil)
  return answerDocument(running, from, await readAnswer(response, upstream.maxBytes), veil)
}

/** Fetches what the upstream cannot be told by its address; `undefined` if there is nothing to fetch. */
async function bringMedia(
  { upstream: { to, settings }, contexts, signal }: Running,
  from: InboundEdge,
  message: WireMessage<unknown>,
  media: 'fetch' | MediaSettings,
): Promise<ReadonlyMap<string, Fetched> | undefined> {
  if (to.adapter.acceptsUrl === undefined) return undefined
  const client: Context = { ...contexts.client, onNotice: () => {} }
  const found = findRemoteMedia(
    from.adapter.decodeRequest(from.adapter.parseRequest(message, client), client),
    to.adapter,
    contexts.upstream,
  )
  if (found.length === 0) return undefined
  return fetchMedia(found, media === 'fetch' ? {} : media, settings.fetch ?? fetch, signal)
}

/** Throws the failure that names the field of a file that the upstream cannot be told by address. */
function refuseRemoteMedia(request: GenerateRequest, { adapter }: OutboundEdge, context: Context): void {
  const [first] = findRemoteMedia(request, adapter, context)
  if (first !== undefined) throw refusal(first, "the upstream does not take this address; send the file's bytes, or set media: 'fetch'")
}

/** Answers with a whole document. */
function answerDocument(running: Running, from: InboundEdge, body: JsonObject, veil: Veil): Response {
  const { upstream, contexts, state } = running
  const { adapter, upstream: upstreamEdge } = upstream.to
  if (!upstreamEdge.answerKeys.generate.some((key) => body[key] !== undefined)) {
    const error = body['error']
    if (error === undefined || error === null) throw malformed(`sent a document without ${upstreamEdge.answerKeys.generate[0]}`)
    // Some servers say 200, and an error.
    const wire = adapter.parseFailure({ status: 502, headers: {}, body: { error } })
    throw new RequestFailure({ ...veil(adapter.decodeFailure(wire, contexts.upstream)), code: 'malformed-upstream', status: 502 })
  }
  const reply = adapter.parseResponse({ status: 200, headers: {}, body }, contexts.upstream)
  const response = cutAtStops(adapter.decodeResponse(reply, contexts.upstream, state), state.reversals?.stops)
  if (response.usage) running.usage = mergeUsage(running.usage, response.usage)
  if (response.failure) throw new RequestFailure(withoutOrigin(veil(response.failure), from, upstream))
  const { headers, body: encoded } = from.adapter.encodeResponse(response, contexts.client, state)
  const answer = Response.json(encoded, { headers })
  running.finish('completed', answer.status)
  return answer
}

/** Failure by which an upstream refuses a request; `retry-after` among its headers stays. */
async function readFailure({ upstream, contexts }: Running, response: Response, from: InboundEdge, veil: Veil): Promise<RequestFailure> {
  const bytes = await readBytes(response.body, longestError).catch(() => new Uint8Array())
  const { adapter } = upstream.to
  const { status } = response
  if (status < 400) return malformed(`answered with status ${status}`)
  const wire = { status, headers: Object.fromEntries(response.headers), body: parseJson(new TextDecoder().decode(bytes)) }
  const failure = adapter.decodeFailure(adapter.parseFailure(wire), contexts.upstream)
  return new RequestFailure(withoutOrigin(veil({ ...failure, status: failure.status ?? status }), from, upstream))
}

async function count(running: Running, from: InboundEdge, message: WireMessage<unknown>, veil: Veil): Promise<Response> {
  const { upstream, contexts, signal } = running
  const { count: reader } = from.adapter
  const { count: writer, lowerRequest } = upstream.to.adapter
  if (reader === undefined || writer === undefined)
    throw new RequestFailure(failureOf('not-found', `Tokens cannot be counted: ${upstream.to.adapter.format} has no endpoint for it.`, 404))
  // A count generates no text that could be lost.
  const client: Context = { ...contexts.client, onNotice: () => {} }
  const silent: Context = { ...contexts.upstream, onNotice: () => {} }
  const decoded = reader.decodeCountRequest(reader.parseCountRequest(message, client), client)
  const model = chooseModel(upstream.settings.model, decoded.model)
  const { request } = lowerRequest({ ...decoded, model }, silent)
  const response = await upstream.call(writer.encodeCountRequest(request, silent), signal)
  if (!response.ok) throw await readFailure(running, response, from, veil)
  const body = await readAnswer(response, upstream.maxBytes)
  const counted = writer.decodeCountResponse(writer.parseCountResponse({ status: 200, headers: {}, body }), silent)
  const { headers, body: encoded } = reader.encodeCountResponse(counted, client)
  const answer = Response.json(encoded, { headers })
  running.finish('completed', answer.status)
  return answer
}
