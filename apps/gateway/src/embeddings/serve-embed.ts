import { isInterlinguaError, sameJson, type Context } from '@interlingua/core'
import { joinResponses, type EmbedResponse } from '@interlingua/embeddings'
import { answerFailure } from '../answers/answer-failure.ts'
import { forwardedHeaders } from '../answers/forwarded-headers.ts'
import { piecesOfJson } from '../answers/pieces-of-json.ts'
import { writeDocument } from '../answers/write-document.ts'
import { writePieces } from '../answers/write-pieces.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { expectInput } from '../limits/expect-text.ts'
import { admitOperation } from '../operations/admit-operation.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { serveOperation } from '../operations/serve-operation.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { askEmbed, type EmbedAnswer, type EmbedAttempt } from './ask-embed.ts'
import { createEmbedLedger } from './create-embed-ledger.ts'
import type { EmbedStyle } from './embed-style.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { notice } from './notices.ts'

/** Numbers from which on an answer is not made as one text. */
const manyNumbers = 200_000

type Encoded = ReturnType<EmbedStyle['adapter']['encodeResponse']>

/** Gives the client what an upstream gave, in the client's dialect. */
async function answerEmbed(attempt: EmbedAttempt & { readonly client: Context }, answer: EmbedAnswer): Promise<void> {
  const { exchange, target } = attempt
  const { responses } = answer
  const { usage, ...joined } = joinResponses(responses)
  if (responses.length > 1 && responses.some(saysMore)) exchange.onNotice(notice('answers-joined', ''))
  const total = usage?.input.total
  const told = total !== undefined && usage
  const response = told ? { ...joined, usage } : await withEstimate(attempt, joined)
  if (exchange.over) return
  const encoded = encode(attempt, response)
  if (told) exchange.usage = { ...usage, output: { total: 0 } }
  attempt.ledger.settle(target)
  settleAttempt(exchange)
  write(exchange, answer, response, encoded)
}

/** Whether an answer has keys that its dialect's own clients alone know. */
function saysMore({ extensions, usage }: EmbedResponse): boolean {
  for (const boxes of [extensions, usage?.extensions])
    for (const format in boxes) if (Object.keys(boxes[format]?.rest ?? {}).length > 0) return true
  return false
}

function encode({ style, target, request, client }: EmbedAttempt & { readonly client: Context }, response: EmbedResponse): Encoded {
  try {
    return style.adapter.encodeResponse(response, client, { request })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const fault = malformedAnswer(error)
    recordFailure(target.channel, fault.failure)
    throw new AttemptFailed({ fault, decision: 'next-channel' })
  }
}

/** The usage that the upstream did not tell, for clients whose dialect always says it. */
async function withEstimate({ exchange, style, ledger }: EmbedAttempt, response: EmbedResponse): Promise<EmbedResponse> {
  if (!style.tellsUsage(exchange)) return response
  const tokens = await ledger.estimate()
  exchange.onNotice(notice('usage-estimated', '/usage'))
  return { ...response, usage: { input: { total: tokens, fresh: tokens }, output: {} } }
}

/** The upstream's own bytes where nothing in them is to be changed: numbers keep their spelling. */
function write(exchange: Exchange, { own }: EmbedAnswer, { embeddings }: EmbedResponse, { headers, body }: Encoded): void {
  if (own && sameJson(body, own.body))
    return writeDocument(exchange, { headers: forwardedHeaders(exchange, own.reply.headers), body: own.reply.bytes })
  const numbers = embeddings.reduce((sum, { vector }) => sum + (vector.type === 'floats' ? vector.values.length : 0), 0)
  if (numbers < manyNumbers) writeDocument(exchange, { headers, body: JSON.stringify(body) })
  else writePieces(exchange, headers, piecesOfJson(body))
}

/** Embeddings for clients of one dialect, by upstreams of any. */
export function serveEmbed(style: EmbedStyle): (exchange: Exchange, parsed: ParsedBody) => void {
  const { adapter } = style
  return (exchange, { body, bytes }) => {
    const asked = style.readModel(exchange, body)
    if ('failure' in asked) return answerFailure(exchange, asked)
    const targets = admitOperation(exchange, { ...asked, stream: false, ability: 'embed', format: adapter.format })
    if (targets === undefined) return
    const client = contextOf(exchange, style.settings(exchange))
    const message = readMessage(exchange, body)
    // Throws what is wrong with it: that is wrong everywhere.
    const request = adapter.decodeRequest(adapter.parseRequest(message, client), client)
    const ledger = createEmbedLedger(exchange, request)
    serveOperation(
      exchange,
      targets,
      () => ({ input: expectInput(body, bytes.length), output: 0 }),
      async (target) => {
        const { headers } = message
        const answer = await askEmbed({ exchange, style, target, request, headers, ledger })
        await answerEmbed({ exchange, style, target, request, client, ledger }, answer)
      },
    )
  }
}
