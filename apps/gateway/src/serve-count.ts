import { defaultPolicy, type JsonObject } from '@interlingua/core'
import { answerDocument } from './answer-document.ts'
import { answerFailure } from './answer-failure.ts'
import { answerHeaders } from './answer-headers.ts'
import { callUpstream } from './call-upstream.ts'
import { checkBody } from './check-body.ts'
import { collectReply } from './collect-reply.ts'
import type { Target } from './create-resolver.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { contextOf, type Exchange } from './exchange.ts'
import { failureOfSocket } from './failure-of-socket.ts'
import { faultOfError } from './fault-of-error.ts'
import { finishExchange } from './finish-exchange.ts'
import { passDocument } from './pass-document.ts'
import type { ParsedBody } from './parse-body.ts'
import { preparePassThrough } from './prepare-pass-through.ts'
import { refuseAnswer } from './refuse-answer.ts'
import { unknownModel } from './unknown-model.ts'

const endpoint = '/v1/messages/count_tokens'
/** What upstreams of the format say that have no such endpoint. */
const missing: ReadonlySet<number> = new Set([404, 405, 501])

/** Token counting: by the upstream where it can, else an estimate that says that it is one. */
export function serveCount(exchange: Exchange, parsed: ParsedBody): void {
  const { body } = parsed
  const asked = checkBody(body)
  if ('failure' in asked) return answerFailure(exchange, asked)
  const fault = exchange.door.checkRules(exchange.request.headers, body, 'count')
  if (fault) return answerFailure(exchange, fault)
  const target = exchange.gateway.resolve(asked.model)
  if (target === undefined) return answerFailure(exchange, unknownModel(asked.model))
  exchange.target = target
  if (target.channel.door !== exchange.door) return void answerEstimate(exchange, body)
  countUpstream(exchange, target, parsed)
}

function countUpstream(exchange: Exchange, target: Target, parsed: ParsedBody): void {
  callUpstream(
    exchange,
    target,
    preparePassThrough(exchange, target, parsed, endpoint),
    (status, headers) => {
      if (missing.has(status)) return collectReply(exchange, headers, () => void answerEstimate(exchange, parsed.body))
      if (status < 200 || status > 299) return refuseAnswer(exchange, target, status, headers)
      return answerDocument(exchange, headers, (reply) => passDocument(exchange, target, reply, 'input_tokens'))
    },
    (error) => answerFailure(exchange, { failure: failureOfSocket(error) }),
  )
}

async function answerEstimate(exchange: Exchange, body: JsonObject): Promise<void> {
  try {
    const { count } = exchange.door.adapter
    if (count === undefined) throw new TypeError('a format without counting has no such route')
    // Nothing is sent: what cannot be carried need not be told.
    const context = { ...contextOf(exchange, {}), policy: defaultPolicy, onNotice: () => {} }
    const message = count.parseCountRequest({ path: endpoint, query: {}, headers: {}, body }, context)
    const inputTokens = await estimateTokens(count.decodeCountRequest(message, context))
    if (exchange.over || exchange.response.destroyed) return
    const reply = count.encodeCountResponse({ inputTokens, estimated: true }, context)
    const text = JSON.stringify(reply.body)
    exchange.response.writeHead(200, {
      ...answerHeaders(exchange),
      'interlingua-estimated': 'true',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    exchange.response.end(text)
    finishExchange(exchange, 'ok')
  } catch (error) {
    answerFailure(exchange, faultOfError(error))
  }
}
