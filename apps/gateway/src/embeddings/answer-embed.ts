import { isInterlinguaError, type Context } from '@interlingua/core'
import { joinResponses, type EmbedResponse } from '@interlingua/embeddings'
import type { ClientDocument } from '../answers/answer-document.ts'
import { forwardedHeaders } from '../answers/forwarded-headers.ts'
import { writeDocument } from '../answers/write-document.ts'
import type { Exchange } from '../exchange.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { blame } from '../upstreams/blame.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import type { EmbedAnswer, EmbedAttempt } from './ask-embed.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { notice } from './notices.ts'
import { sameJson } from './same-json.ts'

/** Gives the client what an upstream gave, in the client's dialect. */
export async function answerEmbed(attempt: EmbedAttempt & { readonly client: Context }, answer: EmbedAnswer): Promise<void> {
  const { exchange, target } = attempt
  const { usage, ...joined } = joinResponses(answer.responses)
  const total = usage?.input.total
  const told = total !== undefined && usage
  const response = told ? { ...joined, usage } : await withEstimate(attempt, joined)
  if (exchange.over) return
  let document: ClientDocument
  try {
    document = spell(attempt, answer, response)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const fault = malformedAnswer(error)
    blame(target.channel, fault.failure)
    throw new AttemptFailed({ fault, verdict: 'elsewhere' })
  }
  if (told) exchange.usage = { ...usage, output: { total: 0 } }
  settleAttempt(exchange)
  writeDocument(exchange, document)
}

/** The usage that the upstream did not tell, for clients whose dialect always says it. */
async function withEstimate({ exchange, style, ledger }: EmbedAttempt, response: EmbedResponse): Promise<EmbedResponse> {
  if (!style.tellsUsage(exchange)) return response
  const tokens = await ledger.estimate()
  exchange.onNotice(notice('usage-estimated', '/usage'))
  return { ...response, usage: { input: { total: tokens, fresh: tokens }, output: {} } }
}

/** The upstream's own bytes where nothing in them is to be changed: numbers keep their spelling. */
function spell(
  { exchange, style, request, client }: EmbedAttempt & { readonly client: Context },
  { own }: EmbedAnswer,
  response: EmbedResponse,
): ClientDocument {
  const { headers, body } = style.adapter.encodeResponse(response, client, { request })
  if (own === undefined || !sameJson(body, own.body)) return { headers, body: JSON.stringify(body) }
  return { headers: forwardedHeaders(exchange, own.reply.headers), body: own.reply.bytes }
}
