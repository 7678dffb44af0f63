import { defaultPolicy, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerHeaders } from '../answers/answer-headers.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { faultOfError } from '../faults/fault-of-error.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import { readMessage } from '../requests/read-message.ts'

/** A count of our own, labelled as an estimate. Never rejects. */
export async function answerEstimate(exchange: Exchange, body: JsonObject): Promise<void> {
  try {
    const { count } = exchange.edge.adapter
    if (count === undefined) throw new TypeError('a format without counting has no such route')
    // Nothing is sent: what cannot be carried need not be told.
    const context = { ...contextOf(exchange), policy: defaultPolicy, onNotice: () => {} }
    const message = count.parseCountRequest(readMessage(exchange, body), context)
    const decoded = count.decodeCountRequest(message, context)
    const estimated = await estimateTokens(exchange.recall?.(decoded) ?? decoded, exchange.target?.model)
    const inputTokens = estimated + (exchange.keptTokens ?? 0)
    if (exchange.over || exchange.response.destroyed) return
    const reply = count.encodeCountResponse({ inputTokens, estimated: true }, context)
    const text = JSON.stringify(reply.body)
    exchange.response.writeHead(200, {
      ...answerHeaders(exchange),
      'interlingua-estimated': 'true',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    finishExchange(exchange, 'ok', () => exchange.response.end(text))
  } catch (error) {
    answerFailure(exchange, faultOfError(error))
  }
}
