import { isJsonObject, pointer, WireError, type Context, type WireReply } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { responseSchema, type WirePredictResponse } from './wire.ts'

const known = new Set([
  'predictions',
  'deployedModelId',
  'model',
  'modelDisplayName',
  'modelVersionId',
  'metadata',
  'positivePromptSafetyAttributes',
])

/**
 * Checks an answer and returns it; an answer without predictions means that all images were filtered. Throws a WireError or a LimitError.
 */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WirePredictResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  if (isJsonObject(body['error'])) throw new WireError(format, '/error', 'the body is an error, not an answer')
  check(format, responseSchema, body)
  const { predictions } = body as WirePredictResponse // just checked
  if (!predictions && Object.keys(body).some((key) => !known.has(key))) throw new WireError(format, '/predictions', 'Field required')
  for (const [index, { bytesBase64Encoded, gcsUri, raiFilteredReason }] of (predictions ?? []).entries()) {
    if (!bytesBase64Encoded && !gcsUri && typeof raiFilteredReason !== 'string')
      throw new WireError(format, pointer('/predictions', index), 'the prediction has neither an image nor a reason')
  }
  return reply as WireReply<WirePredictResponse> // just checked
}
