import {
  isInterlinguaError,
  isJsonObject,
  parseDocument,
  placeFailure,
  type Context,
  type Failure,
  type FailureCode,
  type GenerateAdapter,
  type GenerateRequest,
  type JsonObject,
} from '@interlingua/core'

/** Failures that are about something in the body. */
const ofBody: ReadonlySet<FailureCode> = new Set(['invalid-request', 'unprocessable', 'unsupported', 'too-large', 'not-found', 'limit'])

/**
 * What an upstream refuses of a translated request, told by the field of the caller's own document `source`. `request` is what was lowered for it.
 * Lowers and encodes once more, so that nothing has to be kept beside an answer that is good.
 */
export function placeUpstreamFailure(
  failure: Failure,
  adapter: GenerateAdapter,
  request: GenerateRequest,
  context: Context,
  source: JsonObject,
): Failure {
  if (!ofBody.has(failure.code)) return failure
  const quiet: Context = { ...context, onNotice: () => {} }
  try {
    const { request: lowered } = adapter.lowerRequest(request, quiet)
    const message = adapter.encodeRequest(lowered, quiet)
    // As it went over the wire: what a decoder remembers of an object must not hide how it reads it.
    const sent = parseDocument(JSON.stringify(message.body))
    if (!isJsonObject(sent)) return failure
    const read = adapter.decodeRequest(adapter.parseRequest({ ...message, body: sent }, quiet), quiet)
    return placeFailure(failure, { source, lowered, sent, read })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const { path: _, ...rest } = failure
    return rest
  }
}
