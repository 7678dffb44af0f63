import { isJsonObject, type Context, type JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { type FailureReply, isCredentialsRefused } from '@interlingua/gateway-kernel'
import { contextOf, openAdmittedRequest } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import { finishReply } from './write-reply.ts'
import { answerHeaders } from './reply-headers.ts'
import { abandonBody } from './admit-stream.ts'

/** Answers with an error in the client's own dialect, if nothing was sent before; else cuts the connection. */
export function answerFailure(reply: Reply, failureReply: FailureReply): void {
  // A client that has its answer gets no second one, and keeps the bytes that are still on their way.
  if (reply.ended) return
  const { client, response } = reply
  const { edge } = client
  if (failureReply.limit !== undefined) reply.refusedBy = failureReply.limit
  const failure = { ...failureReply.failure, requestId: failureReply.failure.requestId ?? client.requestId }
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return finishReply(reply, failure.code)
  }
  reply.errorMessage = failure.message
  const received = edge.adapter.encodeFailure(failure, failureContext(reply))
  const errors = client.endpoint?.errors
  const status = failureReply.status ?? errors?.status(failure) ?? serverStatus(failure.status, received.status)
  const said = isJsonObject(received.body) ? writeErrorBody(received.body, status, edge, failureReply) : received.body
  const text = JSON.stringify(errors && isJsonObject(said) ? errors.rewriteBody(said, failure, status) : said)
  const headers: Record<string, string | number> = {
    ...received.headers,
    ...answerHeaders(reply),
    ...failureReply.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  if (failure.retryAfterMs !== undefined) headers['retry-after'] ??= Math.ceil(failure.retryAfterMs / 1000)
  if (!failure.retryable && (status >= 500 || status === 429 || isCredentialsRefused(failure))) headers['x-should-retry'] ??= 'false'
  // A client that asked first (`expect`) may send its body or not, so the next bytes on the connection cannot be told apart.
  const unasked = client.incoming.headers.expect !== undefined && !client.incoming.complete
  if (failureReply.close || unasked) headers['connection'] = 'close'
  response.writeHead(status, headers)
  finishReply(reply, failure.code, () => response.end(text))
  abandonBody(client.incoming, client.gateway.bodyBytes)
}

/** Context of an error: errors are told whatever the policy of the request says. */
function failureContext(reply: Reply): Context {
  return contextOf(reply.admitted ?? openAdmittedRequest(reply.client, {}, reply.notices))
}

/** Words the body as the format, the endpoint and the failure want it. */
function writeErrorBody(body: JsonObject, status: number, { client }: FormatEdge, failureReply: FailureReply): JsonObject {
  const document = client.errorBody === undefined ? body : client.errorBody(body, status)
  return failureReply.rewriteBody === undefined ? document : failureReply.rewriteBody(document)
}

/** Takes the failure's own 5xx status, such as the gateway's 502 and 504, over the usual one of its code; never 529, which only one format has. */
function serverStatus(known: number | undefined, usual: number): number {
  return known !== undefined && known >= 500 && usual >= 500 && known !== 529 ? known : usual
}
