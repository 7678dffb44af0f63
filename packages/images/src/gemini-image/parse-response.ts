import { isJsonObject, WireError, type Context, type JsonObject, type WireReply } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import * as z from 'zod'
import { format } from './format.ts'

const responseSchema = z.looseObject({
  candidates: z.array(z.looseObject({ content: z.looseObject({ parts: z.array(z.looseObject({})).nullish() }).nullish() })).nullish(),
  promptFeedback: z.looseObject({}).nullish(),
  usageMetadata: z.looseObject({}).nullish(),
})

/** An answer of generateContent. https://ai.google.dev/api/generate-content#generatecontentresponse */
export type WireGeminiImageResponse = JsonObject

/** Checks an answer and gives it back. Throws WireError, LimitError. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireGeminiImageResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  if (isJsonObject(body['error'])) throw new WireError(format, '/error', 'the body is an error, not an answer')
  check(format, responseSchema, body)
  const { candidates, promptFeedback } = body
  if ((!Array.isArray(candidates) || candidates.length === 0) && !isJsonObject(promptFeedback))
    throw new WireError(format, '/candidates', 'the answer has neither a candidate nor a block reason')
  return reply as WireReply<WireGeminiImageResponse> // just checked
}
