import type { Context, WireReply } from '@interlingua/core'
import { check } from '@interlingua/adapter-kit'
import { checkVectors, type VectorPlace } from '../check-vectors.ts'
import { format } from './format.ts'
import { responseSchema, type WireOpenaiEmbedResponse } from './wire.ts'

const place: VectorPlace = { list: 'data', vector: ['embedding'], base64: true }

/** Checks an answer; throws a `WireError` that names the field, or a `LimitError`. Returns its input. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireOpenaiEmbedResponse> {
  checkVectors(format, reply.body, place, context)
  check(format, responseSchema, reply.body)
  return reply as WireReply<WireOpenaiEmbedResponse> // just checked
}
