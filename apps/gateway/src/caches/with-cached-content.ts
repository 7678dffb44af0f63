import { isJsonObject, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answer-failure.ts'
import { tellRecalled } from '../conversations/tell-recalled.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { guardAsync } from '../guard-async.ts'
import { invalidRequest } from '../invalid-request.ts'
import type { ParsedBody } from '../parse-body.ts'
import { cacheGone } from './cache-gone.ts'
import { fieldOf, namePrefix, type CachedContent } from './cached-content.ts'
import { findCache, type FoundCache } from './find-cache.ts'
import { notice } from './notices.ts'
import { recallContext } from './recall-context.ts'

type Serve = (exchange: Exchange, parsed: ParsedBody) => void

/** The fields that a request must leave to the cached content. */
const cachedFields = ['systemInstruction', 'tools', 'toolConfig'] as const

/**
 * Looks up the cached content that a native request names, before `serve`: the request goes to the upstream that keeps it, under the name that
 * it has there, or with the context put in front of it.
 */
export function withCachedContent(serve: Serve): Serve {
  return (exchange, parsed) => {
    const asked = askedBody(parsed.body)
    const name = fieldOf(asked, 'cachedContent')
    if (name === undefined || name === '') return serve(exchange, parsed)
    if (typeof name !== 'string') return answerFailure(exchange, invalidRequest('a string is expected', '/cachedContent'))
    void guardAsync(exchange, async () => {
      const found = name.startsWith(namePrefix) ? await findCache(exchange, name.slice(namePrefix.length)) : undefined
      if (exchange.over) return
      if (found === undefined) return answerFailure(exchange, cacheGone)
      const refusal = checkUse(asked, exchange.way.model ?? '', found.content)
      if (refusal) return answerFailure(exchange, refusal)
      serve(exchange, apply(exchange, parsed, found))
    })
  }
}

/** A count may hold a whole request. */
function askedBody(body: JsonObject): JsonObject {
  const counted = fieldOf(body, 'generateContentRequest')
  return isJsonObject(counted) ? counted : body
}

/** The vendor's rules: the same model, and nothing said anew that is in the cache. */
function checkUse(body: JsonObject, model: string, content: CachedContent): Fault | undefined {
  if (model !== content.model)
    return invalidRequest(
      `the cached content was made for models/${content.model}, and the request is for models/${model}: they must be the same`,
      '/cachedContent',
    )
  const said = cachedFields.find((field) => fieldOf(body, field) !== undefined)
  return said && invalidRequest('cannot be given beside cachedContent: it belongs into the cached content', `/${said}`)
}

function apply(exchange: Exchange, parsed: ParsedBody, { channel, content }: FoundCache): ParsedBody {
  const { native, context } = content
  if (channel && native) {
    exchange.pin = channel.name
    return renamed(parsed, native.name)
  }
  exchange.onNotice(notice('cache-emulated', '/cachedContent'))
  tellRecalled(exchange, '/cachedContent')
  exchange.recall = (request) => recallContext(exchange, request, context ?? {})
  return parsed
}

function renamed({ body }: ParsedBody, name: string): ParsedBody {
  const put = ({ cached_content: _old, ...rest }: JsonObject): JsonObject => ({ ...rest, cachedContent: name })
  const { generate_content_request: snake, generateContentRequest: counted = snake, ...rest } = body
  const next: JsonObject = isJsonObject(counted) ? { ...rest, generateContentRequest: put(counted) } : put(body)
  return { body: next, bytes: Buffer.from(JSON.stringify(next)) }
}
