import { isJsonObject, type JsonObject, type Pointer } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { tellRecalled } from '../conversations/tell-recalled.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { cacheGone } from './cache-gone.ts'
import { cacheId, fieldOf, snakeOf, type CachedContent } from './cached-content.ts'
import { findCache, type FoundCache } from './find-cache.ts'
import { notice } from './notices.ts'
import { recallContext, type Asked } from './recall-context.ts'
import { watchForLoss } from './watch-for-loss.ts'

type Serve = (exchange: Exchange, parsed: ParsedBody) => void

/** The fields that a request must leave to the cached content. */
const cachedFields = ['systemInstruction', 'tools', 'toolConfig'] as const

/**
 * Looks up the cached content that a native request names, before `serve`: the request goes to the upstream that keeps it, under the name that
 * it has there, or with the context put in front of it.
 */
export function withCachedContent(serve: Serve): Serve {
  return (exchange, parsed) => {
    const asked = readAsked(parsed.body)
    const name = fieldOf(asked.body, 'cachedContent')
    if (name === undefined || name === '') return serve(exchange, parsed)
    const { place } = asked
    if (typeof name !== 'string') return answerFailure(exchange, invalidRequest('a string is expected', place))
    void guardAsync(exchange, async () => {
      const id = cacheId(name)
      const found = id === undefined ? undefined : await findCache(exchange, id)
      if (exchange.over) return
      if (found === undefined) return answerFailure(exchange, cacheGone(place))
      const refusal = checkUse(asked, exchange.params.model ?? '', found.content)
      if (refusal) return answerFailure(exchange, refusal)
      serve(exchange, apply(exchange, parsed, found, asked))
    })
  }
}

/** A count may hold a whole request. */
function readAsked(body: JsonObject): Asked {
  const counted = fieldOf(body, 'generateContentRequest')
  if (!isJsonObject(counted)) return { body, base: '', place: spelled(body, '', 'cachedContent') }
  const base = spelled(body, '', 'generateContentRequest')
  return { body: counted, base, place: spelled(counted, base, 'cachedContent') }
}

function spelled(body: JsonObject, base: Pointer, name: string): Pointer {
  return `${base}/${body[name] === undefined ? snakeOf(name) : name}`
}

/** The vendor's rules: the same model, and nothing said anew that is in the cache. */
function checkUse({ body, base, place }: Asked, model: string, content: CachedContent): Fault | undefined {
  if (model !== content.model)
    return invalidRequest(
      `the cached content was made for models/${content.model}, and the request is for models/${model}: they must be the same`,
      place,
    )
  const said = cachedFields.find((field) => fieldOf(body, field) !== undefined)
  return said && invalidRequest('cannot be given beside cachedContent: it belongs into the cached content', spelled(body, base, said))
}

function apply(exchange: Exchange, parsed: ParsedBody, { document, channel, content }: FoundCache, asked: Asked): ParsedBody {
  const { place } = asked
  const { native, context } = content
  if (channel && native) {
    exchange.pin = channel.name
    exchange.keptTokens = content.tokens
    watchForLoss(exchange, document, false, () => answerFailure(exchange, cacheGone(place)))
    return renamed(parsed, native.name)
  }
  exchange.onNotice(notice('cache-emulated', place))
  tellRecalled(exchange, place)
  tellOfContext(exchange, place)
  exchange.recall = (request) => recallContext(exchange, request, context ?? {}, asked)
  return parsed
}

/** What is reported of tools and of their choice is of the context: beside it a request has none. */
function tellOfContext(exchange: Exchange, place: Pointer): void {
  const tell = exchange.onNotice
  exchange.onNotice = (told) => tell(/^\/(?:tools|tool_?[cC]onfig)(?:\/|$)/.test(told.path) ? { ...told, path: place } : told)
}

function renamed({ body }: ParsedBody, name: string): ParsedBody {
  const put = ({ cached_content: _old, ...rest }: JsonObject): JsonObject => ({ ...rest, cachedContent: name })
  const { generate_content_request: snake, generateContentRequest: counted = snake, ...rest } = body
  const next: JsonObject = isJsonObject(counted) ? { ...rest, generateContentRequest: put(counted) } : put(body)
  return { body: next, bytes: Buffer.from(JSON.stringify(next)) }
}
