import { countPromptTokens } from '../count-prompt-tokens.ts'
import { readConversation } from '../read-conversation.ts'
import { readDirectives } from '../read-directives.ts'
import type { DemoRequest } from './demo-request.ts'
import { failureAskedFor } from './failure-asked-for.ts'
import { liveDirectives } from './live-directives.ts'
import { requestIdOf } from './request-id-of.ts'
import { checkVendorDirective, refusalOf, sendRefusal } from './refuse-as-vendor.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import type { ServedDialect } from './served-dialect.ts'

/** Counts the tokens that the same request would be charged as input. */
export function serveCount(demoRequest: DemoRequest, dialect: ServedDialect, body: unknown): void {
  const { path, query, headers } = demoRequest
  const message = { path, query, headers, body }
  if (!dialect.readCount || !dialect.writeCount) throw new TypeError('a dialect with a path for counts can count')
  const understood = dialect.readCount(message, demoRequest)
  if ('failure' in understood) return sendFailure(demoRequest, dialect, understood.failure)
  const { request } = understood
  const { fresh } = readConversation(request)
  const directives = liveDirectives(readDirectives(fresh, headers), fresh, demoRequest.state)
  const asked = failureAskedFor(directives, dialect.format) ?? checkVendorDirective(directives)
  const failure = asked ?? understood.check()
  if (failure) return sendFailure(demoRequest, dialect, failure)
  // The other formats count fields that a request to generate does not have.
  const refusal = dialect.format === 'messages' ? refusalOf(demoRequest, dialect, request.model, body, directives, 'count') : undefined
  if (refusal) return sendRefusal(demoRequest, dialect, refusal)
  sendJson(demoRequest, 200, dialect.writeCount(countPromptTokens(request), demoRequest), requestIdOf(demoRequest, dialect))
}
