import { isJsonObject, parseDocument, type Failure, type JsonObject } from '@interlingua/core'
import type { Reply } from './collect-reply.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { noteAnswer } from '../operation/note-answer.ts'
import type { Target } from '../channels/create-resolver.ts'
import { redactSecrets } from '../answers/redact-secrets.ts'

/**
 * The JSON object of a reply with status 200, or the 502 for what is none, or is an error in disguise; `whole` is an answer that
 * says of itself that it failed. `parse`: `parseJson` where the numbers of
 * an answer are all its format's own, such as vectors.
 */
export function readReply(
  exchange: Exchange,
  { channel }: Target,
  { headers, bytes }: Reply,
  parse: typeof parseDocument = parseDocument,
): { readonly body: JsonObject } | (Fault & { readonly whole?: JsonObject }) {
  const said = headers['content-type']
  const type = said && redactSecrets(said, channel.secrets).toLowerCase()
  if (bytes.length === 0) return malformedUpstream('sent an empty answer')
  if (type !== undefined && !/^[^;]*json/.test(type))
    return malformedUpstream(`answered with ${/^[\w.+/-]+/.exec(type)?.[0] ?? 'something'} instead of JSON`)
  const body = parse(bytes.toString('utf8'))
  if (!isJsonObject(body)) return malformedUpstream('sent an answer that is not a JSON object')
  if (body['error'] === undefined || body['error'] === null) {
    noteAnswer(exchange, body)
    return { body }
  }
  const { adapter, upstream } = channel.edge
  const wire = adapter.parseFailure({ status: 502, headers: {}, body: { error: body['error'] } })
  const failure = adapter.decodeFailure(wire, contextOf(exchange, channel.dialect))
  // A whole answer that says of itself that it failed: its error is the upstream's own word.
  if (upstream.answerKeys.generate.some((key) => body[key] !== undefined) === true)
    return { failure: failedAnswer(failure, channel.secrets), whole: body }
  return malformedUpstream(`answered with status 200 and an error: ${redactSecrets(failure.message, channel.secrets)}`)
}

function failedAnswer(failure: Failure, secrets: readonly string[]): Failure {
  const { raw: _raw, status: _status, ...cause } = redactCredentialFailure(failure)
  return { ...cause, message: redactSecrets(cause.message, secrets) }
}
