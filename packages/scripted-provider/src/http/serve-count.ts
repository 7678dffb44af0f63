import { countPromptTokens } from '../count-prompt-tokens.ts'
import { readConversation } from '../read-conversation.ts'
import { readDirectives } from '../read-directives.ts'
import type { Exchange } from './exchange.ts'
import { failureAskedFor } from './failure-asked-for.ts'
import { liveDirectives } from './live-directives.ts'
import { requestIdOf } from './request-id-of.ts'
import { checkVendorDirective, refusalOf, sendRefusal } from './refuse-as-vendor.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialect.ts'

/** Counts the tokens that the same request would be charged as input. */
export function serveCount(exchange: Exchange, dialect: ServedDialect, body: unknown): void {
  const { path, query, headers } = exchange
  const message = { path, query, headers, body }
  if (!dialect.readCount || !dialect.writeCount) throw new TypeError('a dialect with a path for counts can count')
  const understood = dialect.readCount(message, exchange)
  if ('failure' in understood) return sendFailure(exchange, dialect, understood.failure)
  const { request } = understood
  const { fresh } = readConversation(request)
  const directives = liveDirectives(readDirectives(fresh, headers), fresh, exchange.state)
  const asked = failureAskedFor(directives, dialect.format) ?? checkVendorDirective(directives)
  const failure = asked ?? understood.check()
  if (failure) return sendFailure(exchange, dialect, failure)
  // The others count what no request to generate says.
  const refusal = dialect.format === 'messages' ? refusalOf(exchange, dialect, request.model, body, directives, 'count') : undefined
  if (refusal) return sendRefusal(exchange, dialect, refusal)
  sendJson(exchange, 200, dialect.writeCount(countPromptTokens(request), exchange), requestIdOf(exchange, dialect))
}
