import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import type { Fault } from '../faults/fault.ts'
import { isCredentialsRefused } from '../faults/credentials-refused.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { finishExchange } from './finish-exchange.ts'
import { answerHeaders } from './answer-headers.ts'
import { abandonBody } from '../limits/abandon-body.ts'

/** An error in the client's own dialect, before anything else was sent. */
export function answerFailure(exchange: Exchange, fault: Fault): void {
  // Whoever has got an answer already gets no second one, and keeps what is still on its way.
  if (exchange.over) return
  const { response, edge } = exchange
  const failure = { ...fault.failure, requestId: fault.failure.requestId ?? exchange.requestId }
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return finishExchange(exchange, failure.code)
  }
  const reply = edge.adapter.encodeFailure(failure, contextOf(exchange))
  const errors = exchange.endpoint?.errors
  const status = fault.status ?? errors?.status(failure) ?? serverStatus(failure.status, reply.status)
  const said = isJsonObject(reply.body) ? spell(reply.body, status, edge, fault) : reply.body
  const text = JSON.stringify(errors && isJsonObject(said) ? errors.spell(said, failure, status) : said)
  const headers: Record<string, string | number> = {
    ...reply.headers,
    ...answerHeaders(exchange),
    ...fault.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  if (failure.retryAfterMs !== undefined) headers['retry-after'] ??= Math.ceil(failure.retryAfterMs / 1000)
  if (!failure.retryable && (status >= 500 || status === 429 || isCredentialsRefused(failure))) headers['x-should-retry'] ??= 'false'
  // A client that waits to be asked for its body may send it all the same, or not: what follows on its connection is anybody's guess.
  const unasked = exchange.request.headers.expect !== undefined && !exchange.request.complete
  if (fault.close || unasked) headers['connection'] = 'close'
  response.writeHead(status, headers)
  finishExchange(exchange, failure.code, () => response.end(text))
  abandonBody(exchange.request, exchange.gateway.bodyBytes)
}

/** The format's own document, as the format and the endpoint word it. */
function spell(body: JsonObject, status: number, { client }: FormatEdge, fault: Fault): JsonObject {
  const told = client.errorBody === undefined ? body : client.errorBody(body, status)
  return fault.spell === undefined ? told : fault.spell(told)
}

/** Which 5xx it is, the failure knows better than its code: 502 and 504 are the gateway's. 529 is no status outside its format. */
function serverStatus(known: number | undefined, usual: number): number {
  return known !== undefined && known >= 500 && usual >= 500 && known !== 529 ? known : usual
}
