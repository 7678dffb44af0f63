import type { Failure, GenerateRequest } from '@interlingua/core'
import { answerRequest } from '../answer-request.ts'
import { cacheRulesOf } from '../cache/cache-rules.ts'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import { readChatDialects } from '../compat/read-chat-dialects.ts'
import { readConversation } from '../read-conversation.ts'
import { readDirectives, type Directives } from '../read-directives.ts'
import { checkReasoningDetails } from '../rules/check-reasoning-details.ts'
import { checkReasoningReplay } from '../rules/check-reasoning-replay.ts'
import { refuse } from '../rules/refuse.ts'
import { answerInstead } from './answer-instead.ts'
import { keyOf } from './key-of.ts'
import type { DemoRequest } from './demo-request.ts'
import { failureAskedFor } from './failure-asked-for.ts'
import { liveDirectives } from './live-directives.ts'
import { checkVendorDirective, isVendorModel, refusalOf, sendRefusal } from './refuse-as-vendor.ts'
import { sendDocument } from './send-document.ts'
import { sendFailure } from './send-failure.ts'
import { sendStream } from './send-stream.ts'
import type { ServedDialect } from './served-dialect.ts'

/** Answers a request to generate, as a document or a stream, as its directives ask. */
export async function serveGenerate(demoRequest: DemoRequest, dialect: ServedDialect, body: unknown): Promise<void> {
  const { path, query, headers, state } = demoRequest
  const message = { path, query, headers, body }
  const understood = dialect.read(message, demoRequest)
  if ('failure' in understood) return sendFailure(demoRequest, dialect, understood.failure)
  const { request } = understood
  const { fresh } = readConversation(request)
  const directives = liveDirectives(readDirectives(fresh, headers), fresh, state)
  if (await answerInstead(demoRequest, directives)) return
  const asked = readChatDialects([...state.chatDialect, ...(directives.get('dialect')?.words ?? [])])
  if (typeof asked === 'string') return sendFailure(demoRequest, dialect, refuse(`Unknown demo dialect: ${asked}`))
  const flags = dialect.format === 'chat' ? asked : none
  const wanted = failureAskedFor(directives, dialect.format) ?? checkVendorDirective(directives)
  if (wanted) return sendFailure(demoRequest, dialect, wanted)
  const refusal = refusalOf(demoRequest, dialect, request.model, body, directives)
  if (refusal && isVendorModel(request.model)) return sendRefusal(demoRequest, dialect, refusal)
  const failure = understood.check() ?? checkReplay(request, flags)
  if (failure) return sendFailure(demoRequest, dialect, failure)
  if (refusal) return sendRefusal(demoRequest, dialect, refusal)
  const rules = cacheRulesOf(dialect.format, request.model)
  const { usage: input, answered } = state.promptCache.read(request, rules, `${dialect.format} ${keyOf(demoRequest) ?? ''}`)
  const scripted = answerRequest(request, { format: dialect.format, now: state.now, directives, input })
  const illustrated = (await understood.illustrate?.(scripted, directives)) ?? { response: scripted }
  if ('failure' in illustrated) return sendFailure(demoRequest, dialect, illustrated.failure)
  const answer = { ...illustrated, directives, flags }
  const { response } = illustrated
  const { model, usage } = response
  answered()
  if (state.onAnswer && usage && !breaks(directives)) {
    const given = { format: dialect.format, model, stream: request.stream === true, usage }
    demoRequest.response.once('finish', () => state.onAnswer?.(given))
  }
  if (request.stream) return sendStream(demoRequest, dialect, understood.openStream(answer), directives)
  return sendDocument(demoRequest, dialect, understood.writeDocument(answer), directives)
}

/** True where a directive breaks the answer in the middle. */
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
