import {
  isInterlinguaError,
  WireError,
  type Extensions,
  type GenerateRequest,
  type JsonObject,
  type Part,
  type Pointer,
  type Turn,
} from '@interlingua/core'
import { relocateTurns } from '../conversations/relocate-turns.ts'
import { contentsDoor } from '../doors/contents-door.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { fieldOf } from './cached-content.ts'

/** A kept context as the request that holds nothing but it. Throws a `WireError` where it is none. */
export function readContext(exchange: Exchange, model: string, context: JsonObject): GenerateRequest {
  const { adapter } = contentsDoor
  const silent = { ...contextOf(exchange, {}), onNotice: () => {} }
  const path = adapter.http.path({ model, stream: false })
  const body = { ...context, contents: fieldOf(context, 'contents') ?? [] }
  return adapter.decodeRequest(adapter.parseRequest({ path, query: {}, headers: {}, body }, silent), silent)
}

/**
 * Puts a kept context in front of a request, its end marked as worth the upstream's cache. `place`: where the caller named the context; what
 * is reported of it is reported there.
 */
export function recallContext(exchange: Exchange, request: GenerateRequest, context: JsonObject, place: Pointer): GenerateRequest {
  const kept = readKept(exchange, request.model, context, place)
  relocateTurns(kept.turns, place)
  const { cache: { content: _content, ...cache } = {}, ...asked } = request
  const turns = marked(kept.turns)
  const extensions = joined(kept.extensions, asked.extensions)
  return {
    ...asked,
    ...(Object.keys(cache).length > 0 && { cache }),
    turns: [...turns, ...request.turns],
    ...(kept.tools && { tools: kept.tools.map((tool) => ({ ...tool, at: place })) }),
    ...(kept.toolChoice && { toolChoice: kept.toolChoice }),
    ...(extensions && { extensions }),
  }
}

function readKept(exchange: Exchange, model: string, context: JsonObject, place: Pointer): GenerateRequest {
  try {
    return readContext(exchange, model, context)
  } catch (error) {
    if (isInterlinguaError(error)) throw new WireError('contents', place, 'what is kept of it cannot be read', { cause: error })
    throw error
  }
}

/** With the mark at the last part that upstreams take one at: not where the model thought, nor where nothing was said. */
function marked(turns: readonly Turn[]): readonly Turn[] {
  for (const [index, turn] of [...turns.entries()].toReversed()) {
    const last = turn.parts.findLastIndex(bearsMark)
    const part = turn.parts[last]
    if (part) return turns.with(index, { ...turn, parts: turn.parts.with(last, { ...part, cache: {} }) })
  }
  return turns
}

function bearsMark(part: Part): boolean {
  return part.type !== 'reasoning' && (part.type !== 'text' || part.text.trim() !== '')
}

/** What the format says of its own beside its fields, of both: a request says nothing anew of what stands in a cached content. */
function joined(kept: Extensions | undefined, asked: Extensions | undefined): Extensions | undefined {
  const [first, second] = [kept?.['contents'], asked?.['contents']]
  if (first === undefined || second === undefined) return asked ?? kept
  const rest = { ...first.rest, ...second.rest }
  return { ...asked, contents: { ...second, hint: { ...first.hint, ...second.hint }, ...(Object.keys(rest).length > 0 && { rest }) } }
}
