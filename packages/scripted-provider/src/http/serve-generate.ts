import type { Failure, GenerateRequest } from '@interlingua/core'
import { answerRequest } from '../answer-request.ts'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import { readChatDialects } from '../compat/read-chat-dialects.ts'
import { readConversation } from '../read-conversation.ts'
import { readDirectives, type Directives } from '../read-directives.ts'
import { checkReasoningDetails } from '../rules/check-reasoning-details.ts'
import { checkReasoningReplay } from '../rules/check-reasoning-replay.ts'
import { refuse } from '../rules/refuse.ts'
import { answerInstead } from './answer-instead.ts'
import type { Exchange } from './exchange.ts'
import { failureAskedFor } from './failure-asked-for.ts'
import { liveDirectives } from './live-directives.ts'
import { checkVendorDirective, isVendorModel, refusalOf, sendRefusal } from './refuse-as-vendor.ts'
import { sendDocument } from './send-document.ts'
import { sendFailure } from './send-failure.ts'
import { sendStream } from './send-stream.ts'
import type { ServedDialect } from './served-dialect.ts'

/** Answers a request to generate: as a document or a stream, well or badly, as its directives say. */
export async function serveGenerate(exchange: Exchange, dialect: ServedDialect, body: unknown): Promise<void> {
  const { path, query, headers, state } = exchange
  const message = { path, query, headers, body }
  const understood = dialect.read(message, exchange)
  if ('failure' in understood) return sendFailure(exchange, dialect, understood.failure)
  const { request } = understood
  const { fresh } = readConversation(request)
  const directives = liveDirectives(readDirectives(fresh, headers), fresh, state)
  if (await answerInstead(exchange, directives)) return
  const asked = readChatDialects([...state.chatDialect, ...(directives.get('dialect')?.words ?? [])])
  if (typeof asked === 'string') return sendFailure(exchange, dialect, refuse(`Unknown demo dialect: ${asked}`))
  const flags = dialect.format === 'chat' ? asked : none
  const wanted = failureAskedFor(directives, dialect.format) ?? checkVendorDirective(directives)
  if (wanted) return sendFailure(exchange, dialect, wanted)
  const refusal = refusalOf(exchange, dialect, request.model, body, directives)
  if (refusal && isVendorModel(request.model)) return sendRefusal(exchange, dialect, refusal)
  const failure = understood.check() ?? checkReplay(request, flags)
  if (failure) return sendFailure(exchange, dialect, failure)
  if (refusal) return sendRefusal(exchange, dialect, refusal)
  const input = state.caches.get(dialect.format)?.account(request)
  const scripted = answerRequest(request, { format: dialect.format, now: state.now, directives, ...(input && { input }) })
  const illustrated = (await understood.illustrate?.(scripted, directives)) ?? { response: scripted }
  if ('failure' in illustrated) return sendFailure(exchange, dialect, illustrated.failure)
  const answer = { ...illustrated, directives, flags }
  const { response } = illustrated
  const { model, usage } = response
  if (state.onAnswer && usage && !breaks(directives)) {
    const given = { format: dialect.format, model, stream: request.stream === true, usage }
    exchange.response.once('finish', () => state.onAnswer?.(given))
  }
  if (request.stream) return sendStream(exchange, dialect, understood.openStream(answer), directives)
  return sendDocument(exchange, dialect, understood.writeDocument(answer), directives)
}

/** Whether the answer will end somewhere in its middle. */
function breaks(directives: Directives): boolean {
  return ['cut', 'cut-clean', 'malformed', 'error-event'].some((name) => directives.has(name))
}

const none: ReadonlySet<ChatDialect> = new Set()

function checkReplay(request: GenerateRequest, flags: ReadonlySet<ChatDialect>): Failure | undefined {
  return (
    (flags.has('reasoning-replay') ? checkReasoningReplay(request) : undefined) ??
    (flags.has('reasoning-details') ? checkReasoningDetails(request) : undefined)
  )
}
