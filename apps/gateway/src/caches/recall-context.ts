import { isInterlinguaError, WireError, type GenerateRequest, type JsonObject, type Part, type Pointer } from '@interlingua/core'
import { relocateTurns } from '../conversations/relocate-turns.ts'
import { contentsDoor } from '../doors/contents-door.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { fieldOf } from './cached-content.ts'

/** Where the caller named the context: what is reported of it is reported there. */
const place: Pointer = '/cachedContent'

/** A kept context as the request that holds nothing but it. Throws a `WireError` where it is none. */
export function readContext(exchange: Exchange, model: string, context: JsonObject): GenerateRequest {
  const { adapter } = contentsDoor
  const silent = { ...contextOf(exchange, {}), onNotice: () => {} }
  const path = adapter.http.path({ model, stream: false })
  const body = { ...context, contents: fieldOf(context, 'contents') ?? [] }
  return adapter.decodeRequest(adapter.parseRequest({ path, query: {}, headers: {}, body }, silent), silent)
}

/** Puts a kept context in front of a request, its end marked as worth the upstream's cache. */
export function recallContext(exchange: Exchange, request: GenerateRequest, context: JsonObject): GenerateRequest {
  const kept = readKept(exchange, request.model, context)
  relocateTurns(kept.turns, place)
  const { cache: { content: _content, ...cache } = {}, ...asked } = request
  const last = kept.turns.at(-1)
  const turns = last ? [...kept.turns.slice(0, -1), { ...last, parts: marked(last.parts) }] : []
  return {
    ...asked,
    ...(Object.keys(cache).length > 0 && { cache }),
    turns: [...turns, ...request.turns],
    ...(kept.tools && { tools: kept.tools.map((tool) => ({ ...tool, at: place })) }),
    ...(kept.toolChoice && { toolChoice: kept.toolChoice }),
  }
}

function readKept(exchange: Exchange, model: string, context: JsonObject): GenerateRequest {
  try {
    return readContext(exchange, model, context)
  } catch (error) {
    if (isInterlinguaError(error)) throw new WireError('contents', place, 'what is kept of it cannot be read', { cause: error })
    throw error
  }
}

function marked(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1)
  return last ? [...parts.slice(0, -1), { ...last, cache: {} }] : parts
}
