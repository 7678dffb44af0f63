import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { relocateTurns, pointHistoryNotices } from '../responses/history.ts'
import { guard } from '../reply/guard.ts'
import type { Reply } from '../server/reply.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import type { ServeBody } from '../reply/read-body.ts'
import {
  type CachedContent,
  cachedContentKind,
  cacheGone,
  cacheId,
  fieldOf,
  findCache,
  type FoundCache,
  notice,
  snakeOf,
} from './cached-content.ts'
import {
  type Extensions,
  type GenerateRequest,
  isInterlinguaError,
  isJsonObject,
  type Json,
  type JsonObject,
  type Part,
  type Pointer,
  type Turn,
  WireError,
} from '@interlingua/core'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import type { StoredDocument } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'

/** Statuses by which upstreams report a missing cached content. */
const statuses: ReadonlySet<number> = new Set([403, 404])
/** Pattern of errors about a cached content; other errors are about the model or the credentials. */
const words = /cached ?content/i

/**
 * Watches for an answer that the cached content is missing: then it is deleted here too, and `answer` answers. `asked`: the request is about the
 * content itself, not a use of it.
 */
export function watchForLoss(
  admitted: AdmittedRequest,
  reply: Reply,
  { id }: StoredDocument,
  asked: boolean,
  answer: () => FailureReply | void,
): void {
  const forget = async (): Promise<FailureReply | void> => {
    await admitted.client.gateway.store.documents.delete(cachedContentKind, id)
    return answer()
  }
  admitted.missingReference = {
    statuses,
    recover: ({ message, code }) => (words.test(message) || (asked && code === 'not-found') ? () => guard(reply, forget) : undefined),
  }
}

/** A request that names a cached content. */
interface Asked {
  readonly body: JsonObject
  /** Pointer to the request in the body: empty, or to the request inside of a count. */
  readonly base: Pointer
  /** Pointer to the name of the cached content, in the caller's spelling. */
  readonly place: Pointer
}

/** Decodes a kept context as a request that holds only the context. Throws a `WireError` for an invalid one. */
export function readContext(admitted: AdmittedRequest, model: string, context: JsonObject): GenerateRequest {
  const { contents = [] } = context
  if (!Array.isArray(contents) || contents.length > 0) return read(admitted, model, context)
  // The format requires contents, so a placeholder stands for them and is dropped afterwards.
  const request = read(admitted, model, { ...context, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
  return { ...request, turns: request.turns.filter(({ author }) => author === 'instruction') }
}

/**
 * Puts a kept context in front of a request, its end marked for the upstream's cache. Both are decoded together, since calls find their results by
 * order; notices about the context point to its name.
 */
function decodeWithContext(
  admitted: AdmittedRequest,
  request: GenerateRequest,
  context: JsonObject,
  asked: Asked,
  to: Channel | undefined,
): GenerateRequest {
  const { place } = asked
  const before = listOf(context['contents'])
  const own = fieldOf(asked.body, 'contents')
  const whole = readWhole(admitted, request.model, { ...context, contents: [...before, ...listOf(own)] }, place)
  relocateTurns(whole.turns, placesOf(asked, before.length, Array.isArray(own)))
  // An upstream of the same format has no cache marks.
  const turns = to?.edge === admitted.client.edge ? whole.turns : marked(whole.turns, place)
  const { cache: { content: _content, ...cache } = {}, ...left } = request
  const extensions = joined(whole.extensions, request.extensions)
  return {
    ...left,
    ...(Object.keys(cache).length > 0 && { cache }),
    turns,
    ...(whole.tools && { tools: whole.tools.map((tool) => ({ ...tool, at: place })) }),
    ...(whole.toolChoice && { toolChoice: whole.toolChoice }),
    ...(extensions && { extensions }),
  }
}

function read(admitted: AdmittedRequest, model: string, body: JsonObject): GenerateRequest {
  const { adapter } = admitted.client.edge
  const silent = { ...contextOf(admitted), onNotice: () => {} }
  const path = adapter.http.path({ model, stream: false })
  return adapter.decodeRequest(adapter.parseRequest({ path, query: {}, headers: {}, body }, silent), silent)
}

/** Decodes context and request together. The request alone was decoded before, so an error is the context's. */
function readWhole(admitted: AdmittedRequest, model: string, body: JsonObject, place: Pointer): GenerateRequest {
  try {
    return read(admitted, model, body)
  } catch (error) {
    if (isInterlinguaError(error)) throw new WireError('contents', place, 'what is kept of it cannot be read', { cause: error })
    throw error
  }
}

/** Contents as a list, since the format also takes a single content. */
function listOf(contents: Json | undefined): readonly Json[] {
  return Array.isArray(contents) ? (contents as readonly Json[]) : isJsonObject(contents) ? [contents] : [] // an array of JSON
}

/** Maps pointers in the joined contents to pointers in the caller's body. */
function placesOf({ base, place }: Asked, before: number, listed: boolean): (at: Pointer) => Pointer {
  return (at) => {
    const [, index, inside] = /^\/contents\/(\d+)(.*)$/.exec(at) ?? []
    if (index === undefined || Number(index) < before) return place
    return `${base}/contents${listed ? `/${Number(index) - before}` : ''}${inside ?? ''}`
  }
}

/** Sets the cache mark at the last part of the context that can bear one: not at reasoning, nor at blank text. */
function marked(turns: readonly Turn[], place: Pointer): readonly Turn[] {
  const bearsMark = ({ at, ...part }: Part): boolean =>
    at === place && part.type !== 'reasoning' && (part.type !== 'text' || part.text.trim() !== '')
  for (const [index, turn] of [...turns.entries()].toReversed()) {
    const last = turn.parts.findLastIndex(bearsMark)
    const part = turn.parts[last]
    if (part) return turns.with(index, { ...turn, parts: turn.parts.with(last, { ...part, cache: {} }) })
  }
  return turns
}

/** Joins the format's own extensions of context and request; the request wins. */
function joined(whole: Extensions | undefined, asked: Extensions | undefined): Extensions | undefined {
  const [first, second] = [whole?.['contents'], asked?.['contents']]
  if (first === undefined || second === undefined) return asked ?? whole
  const rest = { ...first.rest, ...second.rest }
  return { ...asked, contents: { ...second, hint: { ...first.hint, ...second.hint }, ...(Object.keys(rest).length > 0 && { rest }) } }
}

/** The fields that a request must leave to the cached content. */
const cachedFields = ['systemInstruction', 'tools', 'toolConfig'] as const

/**
 * Looks up the cached content that a native request names, before `serve`. The request goes to the upstream that keeps the content, under its name
 * there, or gets the context put in front.
 */
export function withCachedContent(serve: ServeBody): ServeBody {
  return (admitted, reply, parsed) => {
    const asked = readAsked(parsed.body)
    const name = fieldOf(asked.body, 'cachedContent')
    if (name === undefined || name === '') return serve(admitted, reply, parsed)
    const { place } = asked
    if (typeof name !== 'string') return invalidRequest('a string is expected', place)
    return serveCached(admitted, reply, parsed, asked, name, serve)
  }
}

async function serveCached(
  admitted: AdmittedRequest,
  reply: Reply,
  parsed: ParsedBody,
  asked: Asked,
  name: string,
  serve: ServeBody,
): Promise<FailureReply | void> {
  const id = cacheId(name)
  const found = id === undefined ? undefined : await findCache(admitted, id)
  if (reply.ended) return
  if (found === undefined) return cacheGone(asked.place)
  return (
    checkUse(asked, admitted.client.params.model ?? '', found.content) ??
    serve(admitted, reply, apply(admitted, reply, parsed, found, asked))
  )
}

/** Finds the request in the body of a call or of a count, which may hold a whole request. */
function readAsked(body: JsonObject): Asked {
  const counted = fieldOf(body, 'generateContentRequest')
  if (!isJsonObject(counted)) return { body, base: '', place: spelled(body, '', 'cachedContent') }
  const base = spelled(body, '', 'generateContentRequest')
  return { body: counted, base, place: spelled(counted, base, 'cachedContent') }
}

function spelled(body: JsonObject, base: Pointer, name: string): Pointer {
  return `${base}/${body[name] === undefined ? snakeOf(name) : name}`
}

/** Checks the vendor's rules: the same model, and no field given beside the cached content that belongs into it. */
function checkUse({ body, base, place }: Asked, model: string, content: CachedContent): FailureReply | undefined {
  if (model !== content.model)
    return invalidRequest(
      `the cached content was made for models/${content.model}, and the request is for models/${model}: they must be the same`,
      place,
    )
  const said = cachedFields.find((field) => fieldOf(body, field) !== undefined)
  return said && invalidRequest('cannot be given beside cachedContent: it belongs into the cached content', spelled(body, base, said))
}

function apply(
  admitted: AdmittedRequest,
  reply: Reply,
  parsed: ParsedBody,
  { document, channel, content }: FoundCache,
  asked: Asked,
): ParsedBody {
  const { place } = asked
  const { native, context } = content
  if (channel && native) {
    admitted.requiredChannel = channel.name
    admitted.keptTokens = content.tokens
    watchForLoss(admitted, reply, document, false, () => cacheGone(place))
    return renamed(parsed, native.name)
  }
  admitted.onNotice(notice('cache-emulated', place))
  pointHistoryNotices(admitted, place)
  pointContextNotices(admitted, place)
  admitted.prependContext = (request, to) => decodeWithContext(admitted, request, context ?? {}, asked, to)
  return parsed
}

/** Points notices of tools and of their choice to the cached content, since a request beside one has neither. */
function pointContextNotices(admitted: AdmittedRequest, place: Pointer): void {
  const report = admitted.onNotice
  admitted.onNotice = (raised) => report(/^\/(?:tools|tool_?[cC]onfig)(?:\/|$)/.test(raised.path) ? { ...raised, path: place } : raised)
}

function renamed({ body }: ParsedBody, name: string): ParsedBody {
  const put = ({ cached_content: _old, ...rest }: JsonObject): JsonObject => ({ ...rest, cachedContent: name })
  const { generate_content_request: snake, generateContentRequest: counted = snake, ...rest } = body
  const next: JsonObject = isJsonObject(counted) ? { ...rest, generateContentRequest: put(counted) } : put(body)
  return { body: next, bytes: Buffer.from(JSON.stringify(next)) }
}
