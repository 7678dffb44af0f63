import { isJsonObject, pointer, WireError, type Context, type WireReply } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'
import type { WireImageResponse } from './wire.ts'

const responseSchema = z.looseObject({
  created: z.number().nullish(),
  data: z.array(z.looseObject({ url: z.string().nullish(), b64_json: z.string().nullish(), revised_prompt: z.string().nullish() })),
  errors: z.array(z.looseObject({ index: z.number().int().nonnegative() })).nullish(),
  usage: z.looseObject({}).nullish(),
})

/**
 * Checks an answer and returns it. Throws a WireError, also for an error under status 200, which the caller decodes as a failure, or a
 * LimitError.
 */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireImageResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  if (body['error'] !== undefined && body['error'] !== null && body['data'] === undefined)
    throw new WireError(format, '/error', 'the body is an error, not an answer')
  check(format, responseSchema, body)
  const { data } = body as WireImageResponse // just checked
  for (const [index, item] of data.entries()) {
    if (item['url'] || item['b64_json'] || isJsonObject(item['error'])) continue
    throw new WireError(format, pointer('/data', index), 'the item has neither an image nor an error')
  }
  const { errors } = body
  if (data.length === 0 && (!Array.isArray(errors) || errors.length === 0))
    throw new WireError(format, '/data', 'the answer holds no image')
  return reply as WireReply<WireImageResponse> // just checked
}
