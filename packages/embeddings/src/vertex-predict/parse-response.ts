import type { Context, WireReply } from '@interlingua/core'
import { checkVectors, type VectorPlace } from '../check-vectors.ts'
import { format } from './format.ts'
import type { WireVertexEmbedResponse } from './wire.ts'

const place: VectorPlace = { list: 'predictions', vector: ['embeddings', 'values'] }

/** Checks an answer; throws a `WireError` that names the field, or a `LimitError`. Returns its input. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireVertexEmbedResponse> {
  checkVectors(format, reply.body, place, context)
  return reply as WireReply<WireVertexEmbedResponse> // the vectors were just checked, and no other member is required
}
