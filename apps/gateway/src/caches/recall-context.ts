import {
  isInterlinguaError,
  isJsonObject,
  WireError,
  type Extensions,
  type GenerateRequest,
  type Json,
  type JsonObject,
  type Part,
  type Pointer,
  type Turn,
} from '@interlingua/core'
import { relocateTurns } from '../conversations/relocate-turns.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { fieldOf } from './cached-content.ts'

/** A request that names a cached content. */
export interface Asked {
  readonly body: JsonObject
  /** Where it stands in the body: a count may hold a whole request. */
  readonly base: Pointer
  /** Where it names the cached content, as the caller spelled that. */
  readonly place: Pointer
}

/** A kept context as the request that holds nothing but it. Throws a `WireError` where it is none. */
export function readContext(exchange: Exchange, model: string, context: JsonObject): GenerateRequest {
  const { contents = [] } = context
  if (!Array.isArray(contents) || contents.length > 0) return read(exchange, model, context)
  // Instructions and tools alone are no request yet.
  const request = read(exchange, model, { ...context, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
  return { ...request, turns: request.turns.filter(({ author }) => author === 'instruction') }
}

/**
 * Puts a kept context in front of a request, its end marked as worth the upstream's cache. Both are read as one, as calls and their results
 * find each other by their order. What is reported of the context is reported where the caller named it.
 */
export function recallContext(exchange: Exchange, request: GenerateRequest, context: JsonObject, asked: Asked): GenerateRequest {
  const { place } = asked
  const before = listOf(context['contents'])
  const own = fieldOf(asked.body, 'contents')
  const whole = readWhole(exchange, request.model, { ...context, contents: [...before, ...listOf(own)] }, place)
  relocateTurns(whole.turns, placesOf(asked, before.length, Array.isArray(own)))
  // The format has no marks.
  const turns = exchange.target?.channel.edge === exchange.edge ? whole.turns : marked(whole.turns, place)
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

function read(exchange: Exchange, model: string, body: JsonObject): GenerateRequest {
  const { adapter } = exchange.edge
  const silent = { ...contextOf(exchange), onNotice: () => {} }
  const path = adapter.http.path({ model, stream: false })
  return adapter.decodeRequest(adapter.parseRequest({ path, query: {}, headers: {}, body }, silent), silent)
}

/** The request alone has been read before: what cannot be read now is of the context. */
function readWhole(exchange: Exchange, model: string, body: JsonObject, place: Pointer): GenerateRequest {
  try {
    return read(exchange, model, body)
  } catch (error) {
    if (isInterlinguaError(error)) throw new WireError('contents', place, 'what is kept of it cannot be read', { cause: error })
    throw error
  }
}

/** The format takes one content for a list of one. */
function listOf(contents: Json | undefined): readonly Json[] {
  return Array.isArray(contents) ? (contents as readonly Json[]) : isJsonObject(contents) ? [contents] : [] // an array of JSON
}

/** From the places in the whole to those in what the caller sent. */
function placesOf({ base, place }: Asked, before: number, listed: boolean): (at: Pointer) => Pointer {
  return (at) => {
    const [, index, inside] = /^\/contents\/(\d+)(.*)$/.exec(at) ?? []
    if (index === undefined || Number(index) < before) return place
    return `${base}/contents${listed ? `/${Number(index) - before}` : ''}${inside ?? ''}`
  }
}

/** With the mark at the last part of the context that upstreams take one at: not where the model thought, nor where nothing was said. */
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

/** What the format says of its own beside its fields, of both: a request says nothing anew of what stands in a cached content. */
function joined(whole: Extensions | undefined, asked: Extensions | undefined): Extensions | undefined {
  const [first, second] = [whole?.['contents'], asked?.['contents']]
  if (first === undefined || second === undefined) return asked ?? whole
  const rest = { ...first.rest, ...second.rest }
  return { ...asked, contents: { ...second, hint: { ...first.hint, ...second.hint }, ...(Object.keys(rest).length > 0 && { rest }) } }
}
