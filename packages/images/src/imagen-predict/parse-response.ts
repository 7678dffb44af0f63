import { checkLimits, isJsonObject, pointer, WireError, type Context, type WireReply } from '@interlingua/core'
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

/** Checks an answer and gives it back. One without predictions is legal: all images were filtered. Throws WireError, LimitError. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WirePredictResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  if (isJsonObject(body['error'])) throw new WireError(format, '/error', 'an error, not an answer')
  check(format, responseSchema, body)
  const { predictions } = body as WirePredictResponse // just checked
  if (!predictions && Object.keys(body).some((key) => !known.has(key))) throw new WireError(format, '/predictions', 'Field required')
  for (const [index, { bytesBase64Encoded, gcsUri, raiFilteredReason }] of (predictions ?? []).entries()) {
    if (!bytesBase64Encoded && !gcsUri && typeof raiFilteredReason !== 'string')
      throw new WireError(format, pointer('/predictions', index), 'neither an image nor the reason why there is none')
  }
  return reply as WireReply<WirePredictResponse> // just checked
}
