import { setTimeout as sleep } from 'node:timers/promises'
import { isJsonObject } from '@interlingua/core'
import type { Failure, GenerateRequest } from '@interlingua/core'
import { answerRequest } from '../answer-request.ts'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import { deviateDocument } from '../compat/deviate-document.ts'
import { readChatDialects } from '../compat/read-chat-dialects.ts'
import { readConversation } from '../read-conversation.ts'
import { readDirectives } from '../read-directives.ts'
import { checkReasoningDetails } from '../rules/check-reasoning-details.ts'
import { checkReasoningReplay } from '../rules/check-reasoning-replay.ts'
import { refuse } from '../rules/refuse.ts'
import { createProviderContext } from './create-provider-context.ts'
import type { Exchange } from './exchange.ts'
import { failureOf } from './failure-of.ts'
import { failureAskedFor } from './failure-asked-for.ts'
import { liveDirectives } from './live-directives.ts'
import { readDuration } from './read-duration.ts'
import { sendDocument } from './send-document.ts'
import { sendFailure } from './send-failure.ts'
import { sendStream } from './send-stream.ts'
import type { ServedDialect } from './served-dialects.ts'

/** Answers a request to generate: as a document or a stream, well or badly, as its directives say. */
export async function serveGenerate(exchange: Exchange, dialect: ServedDialect, body: unknown): Promise<void> {
  const { path, query, headers, state } = exchange
  const { adapter } = dialect
  const context = createProviderContext(exchange)
  let request: GenerateRequest
  try {
    request = adapter.decodeRequest(adapter.parseRequest({ path, query, headers, body }, context), context)
  } catch (error) {
    return sendFailure(exchange, dialect, failureOf(error))
  }
  const { fresh } = readConversation(request)
  const directives = liveDirectives(readDirectives(fresh, headers), fresh, state)
  const stall = directives.get('stall')
  if (stall?.words.includes('first')) await sleep(readDuration(stall), undefined, { signal: exchange.signal })
  if (directives.has('html-502')) {
    exchange.response
      .writeHead(502, { 'content-type': 'text/html' })
      .end('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>')
    return
  }
  const flags = readChatDialects([...state.chatDialect, ...(directives.get('dialect')?.words ?? [])])
  if (typeof flags === 'string') return sendFailure(exchange, dialect, refuse(`Unknown demo dialect: ${flags}`))
  const failure = failureAskedFor(directives) ?? dialect.checkRequest(request, headers) ?? checkReplay(request, flags)
  if (failure) return sendFailure(exchange, dialect, failure)
  const input = state.caches.get(dialect)?.account(request)
  const response = answerRequest(request, { format: adapter.format, now: state.now, directives, ...(input && { input }) })
  const deviates = adapter.format === 'chat' && flags.size > 0
  if (request.stream) return sendStream(exchange, dialect, { request, response, directives, context, flags: deviates ? flags : undefined })
  const reply = adapter.encodeResponse(response, context, { request })
  const document = deviates && isJsonObject(reply.body) ? deviateDocument(reply.body, flags) : reply.body
  return sendDocument(exchange, dialect, { ...reply, body: document }, directives)
}

function checkReplay(request: GenerateRequest, flags: ReadonlySet<ChatDialect>): Failure | undefined {
  return (
    (flags.has('reasoning-replay') ? checkReasoningReplay(request) : undefined) ??
    (flags.has('reasoning-details') ? checkReasoningDetails(request) : undefined)
  )
}
