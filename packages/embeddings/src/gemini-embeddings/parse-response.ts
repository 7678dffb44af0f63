import { isJsonObject, WireError, type Context, type WireReply } from '@interlingua/core'
import { check } from '@interlingua/adapter-kit'
import { checkVectors, type VectorPlace } from '../check-vectors.ts'
import { format } from './format.ts'
import { responseSchema, type WireGeminiEmbedResponse } from './wire.ts'

const place: VectorPlace = { list: 'embeddings', vector: ['values'] }

/** Checks an answer; throws a `WireError` that names the field, or a `LimitError`. Returns its input. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireGeminiEmbedResponse> {
  const { body } = reply
  if (!isJsonObject(body)) throw new WireError(format, '', 'must be an object')
  // A single response is checked as a list of one.
  const { embedding, ...rest } = body
  if (body['embeddings'] === undefined && embedding !== undefined) {
    try {
      checkVectors(format, { ...rest, embeddings: [embedding] }, place, context)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      const path = error.path.replace('/embeddings/0', '/embedding') as typeof error.path // a pointer with another beginning
      throw new WireError(format, path, error.message, { cause: error })
    }
  } else checkVectors(format, body, place, context)
  check(format, responseSchema, body)
  return reply as WireReply<WireGeminiEmbedResponse> // just checked
}
