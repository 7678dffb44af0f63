import { cutAtStops, isInterlinguaError, isJsonObject, type Failure } from '@interlingua/core'
import { countOnce } from './count-once.ts'
import { answerName } from './name-answer.ts'
import type { ClientDocument } from './write-document.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { sampleOfResponse } from '../metering/sample-of-response.ts'
import { redactCredentialFailure } from './redact-credential-failure.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import type { Translation } from '../requests/prepare-translation.ts'
import { readReply } from '../upstreams/read-reply.ts'
import { seeAnswer } from '../metering/see-answer.ts'

/** What a document means stands in its body: no format here says anything about it in a header. */
const noHeaders: Readonly<Record<string, string>> = {}

/** An upstream's document as one of the client's format. */
export function translateDocument(exchange: Exchange, target: Target, { sides, state }: Translation, reply: Reply): ClientDocument | Fault {
  const read = readReply(exchange, target, reply)
  if ('failure' in read) return read
  const from = target.channel.edge.adapter
  try {
    const wire = from.parseResponse({ status: 200, headers: noHeaders, body: read.body }, sides.upstream)
    const decoded = cutAtStops(from.decodeResponse(wire, sides.upstream, state), state.reversals.stops)
    const { keeper } = exchange
    const name = answerName(exchange, target)
    const named = name === undefined ? decoded : { ...decoded, model: name }
    const response = keeper && state.kept ? { ...named, id: keeper.id } : named
    if (response.failure) return { failure: badGateway(redactCredentialFailure(response.failure)) }
    if (response.candidates.length === 0) return malformedUpstream('sent a document with no answer in it')
    exchange.usage = response.usage
    seeAnswer(exchange, () => sampleOfResponse(response))
    const { headers, body } = exchange.edge.adapter.encodeResponse(response, sides.client, {
      ...state,
      inputTokens: countOnce(state.request),
    })
    if (keeper && isJsonObject(body)) keeper.see(body, target.channel)
    return { headers, body: JSON.stringify(body) }
  } catch (error) {
    if (isInterlinguaError(error))
      return malformedUpstream(`sent an answer that its format does not allow (${error.path || 'the document'}: ${error.message})`)
    throw error
  }
}

/** An answer that is none is a bad gateway, whatever a server of the client's format would call it. */
function badGateway(failure: Failure): Failure {
  return failure.code === 'malformed-upstream' && failure.status === undefined ? { ...failure, status: 502 } : failure
}
