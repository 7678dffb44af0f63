import { isInterlinguaError, isJsonObject, parseJson, type Context, type InterlinguaError, type JsonObject } from '@interlingua/core'
import type { ImageRequest, ImageResponse, ImageUpstream } from '@interlingua/images'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { redactFailure } from '../answers/redact-failure.ts'
import { redactAnswer } from '../answers/redact-answer.ts'
import { redactSecrets } from '../answers/redact-secrets.ts'
import type { Target } from '../channels/create-resolver.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { recordFailure } from '../upstreams/record-failure.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import { judgeFailure } from '../upstreams/judge-failure.ts'

interface Sent {
  readonly target: Target
  readonly paints: ImageUpstream
  readonly upstream: Context
}

/**
 * What an upstream's good answer shows, some of it possibly failed. Throws `AttemptFailed` for one that is none: the upstream may have worked
 * for it all the same, unless it says that it has no time now.
 */
export function readImages(sent: Sent, call: ImageRequest, reply: Reply): ImageResponse {
  const { paints, upstream } = sent
  const body = readBody(sent, reply)
  try {
    const wire = paints.parseResponse({ status: 200, headers: {}, body }, upstream)
    return paints.decodeResponse(wire, upstream, { request: call })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    throw refusalOf(sent, body, error)
  }
}

/** Why what came with a good status is no answer, as the upstream says, or as reading it has shown. */
export function refusalOf(sent: Sent, body: JsonObject, { path, message }: InterlinguaError): AttemptFailed {
  if (saysError(body)) return refusal(sent, body)
  return malformed(sent, `sent an answer that its format does not allow (${path || 'the document'}: ${message})`)
}

/** An answer of an upstream as JSON, without the channel's credentials. Throws `AttemptFailed`. */
export function readBody(sent: Sent, { headers, bytes }: Reply): JsonObject {
  if (bytes.length === 0) throw malformed(sent, 'sent an empty answer')
  const { secrets } = sent.target.channel
  const body = parseJson(redactAnswer(bytes, secrets).toString('utf8'))
  if (isJsonObject(body)) return body
  const type = headers['content-type']
  if (type === undefined || /^[^;]*json/i.test(type)) throw malformed(sent, 'sent an answer that is not a JSON object')
  throw malformed(sent, `answered with ${/^[\w.+/-]+/.exec(redactSecrets(type, secrets))?.[0] ?? 'something'} instead of JSON`)
}

/** Some servers answer with status 200 whatever became of a request. */
function saysError({ error, code, output }: JsonObject): boolean {
  if (error !== undefined && error !== null) return true
  return (typeof code === 'string' && code !== '') || (isJsonObject(output) && typeof output['code'] === 'string')
}

function refusal({ paints, upstream, target }: Sent, body: JsonObject): AttemptFailed {
  const { channel } = target
  const { output } = body
  const told = isJsonObject(output) && typeof output['code'] === 'string' ? output : body
  const decoded = paints.decodeFailure({ status: 200, headers: {}, body: told }, upstream)
  const { raw: _raw, status: _status, requestId: _id, ...cause } = redactFailure(decoded, channel.secrets)
  const failure = redactCredentialFailure(cause)
  recordFailure(channel, failure)
  // Said with status 200, a failure of nobody in particular is one of the upstream.
  const fault = failure.code === 'server' ? { failure: { ...failure, status: 502 }, status: 502 } : { failure }
  return new AttemptFailed({ fault, decision: judgeFailure(channel, cause) })
}

function malformed({ target }: Sent, did: string): AttemptFailed {
  const fault = malformedUpstream(did)
  recordFailure(target.channel, fault.failure)
  return new AttemptFailed({ fault, decision: 'final' })
}
