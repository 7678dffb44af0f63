import { unfoldResponse } from '@interlingua/core'
import { proceed, type ServeResult } from '@interlingua/gateway-kernel'
import type { ParsedBody } from '../body/parse-body.ts'
import { admitRequest } from '../operation/admit-request.ts'
import { answerHeaders } from '../reply/reply-headers.ts'
import { finishReply } from '../reply/write-reply.ts'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import { readMessage } from '../translation/read-message.ts'

/** Answers a request that generates nothing: it is checked as any other, no upstream is called, and its input can be gone on from. */
export function answerWarmUp(admitted: AdmittedRequest, reply: Reply, { body }: ParsedBody): ServeResult {
  return proceed(reply, admitRequest(admitted, reply, body, 'generate'), () => {
    const { adapter } = admitted.client.edge
    const context = { ...contextOf(admitted), onNotice: () => {} }
    const request = adapter.decodeRequest(adapter.parseRequest(readMessage(admitted.client, body), context), context)
    const encoder = adapter.createStreamEncoder(context, { request })
    const serializer = adapter.createStreamSerializer()
    const events = unfoldResponse({
      id: admitted.client.gateway.newId('resp_'),
      model: admitted.model ?? '',
      createdAt: admitted.client.at,
      status: 'completed',
      candidates: [{ index: 0, parts: [], finish: { unified: 'stop' } }],
      usage: { input: { total: 0 }, output: { total: 0 } },
    })
    let text = ''
    const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()]
    for (const frame of frames) for (const piece of serializer.push(frame)) text += piece
    for (const piece of serializer.end()) text += piece
    admitted.grant.unrecorded = true
    reply.response.writeHead(200, { ...answerHeaders(reply), 'content-type': adapter.http.streamContentType })
    finishReply(reply, 'ok', () => reply.response.end(text))
  })
}
