import type { GenerateRequest } from '@interlingua/core'
import { countPromptTokens } from '../count-prompt-tokens.ts'
import { readConversation } from '../read-conversation.ts'
import { readDirectives } from '../read-directives.ts'
import { createProviderContext } from './create-provider-context.ts'
import type { Exchange } from './exchange.ts'
import { failureOf } from './failure-of.ts'
import { failureAskedFor } from './failure-asked-for.ts'
import { liveDirectives } from './live-directives.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialects.ts'

/** Counts the tokens that the same request would be charged as input. */
export function serveCount(exchange: Exchange, dialect: ServedDialect, body: unknown): void {
  const { path, query, headers, requestId } = exchange
  const context = createProviderContext(exchange)
  const { count } = dialect.adapter
  if (!count) throw new TypeError('a dialect with a path for counts has an adapter that counts')
  let request: GenerateRequest
  try {
    request = count.decodeCountRequest(count.parseCountRequest({ path, query, headers, body }, context), context)
  } catch (error) {
    return sendFailure(exchange, dialect, failureOf(error))
  }
  const { fresh } = readConversation(request)
  const asked = failureAskedFor(liveDirectives(readDirectives(fresh, headers), fresh, exchange.state))
  const failure = asked ?? dialect.checkCount?.(request, headers)
  if (failure) return sendFailure(exchange, dialect, failure)
  const reply = count.encodeCountResponse({ inputTokens: countPromptTokens(request) }, context)
  sendJson(exchange, reply.status, reply.body, { ...reply.headers, [dialect.requestIdHeader]: requestId })
}
