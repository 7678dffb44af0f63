import type { Context, Json, JsonObject, Pointer, WireReply } from '@interlingua/core'
import { isJsonObject, WireError } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { checkSchema } from './check-schema.ts'
import { format } from './extension.ts'
import { isPlainResponse, wireResponseSchema } from './wire/response.ts'
import type { WireResponse } from './wire/response.ts'

/**
 * Checks a response and returns it; an error document with status 200 is legal, and decodes to a failed response. Throws WireError and
 * LimitError.
 */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  const { choices } = body
  if (body['error'] === undefined || body['error'] === null) {
    if (!isPlainResponse(body)) checkHead(body)
    if (choices !== undefined && choices !== null) checkChoices(choices)
  }
  return reply as WireReply<WireResponse> // checked above
}

function checkHead({ choices: _, ...head }: JsonObject): void {
  checkSchema(wireResponseSchema, head, '')
}

function checkChoices(choices: Json): void {
  if (!Array.isArray(choices)) throw new WireError(format, '/choices', 'expected an array')
  for (let i = 0; i < choices.length; i++) {
    const at: Pointer = `/choices/${i}`
    const choice = choices[i]
    if (!isJsonObject(choice)) throw new WireError(format, at, 'expected an object')
    const { message } = choice
    if (message === undefined || message === null) continue
    if (!isJsonObject(message)) throw new WireError(format, `${at}/message`, 'expected an object')
    const { content } = message
    if (content !== undefined && content !== null && typeof content !== 'string' && !Array.isArray(content)) {
      throw new WireError(format, `${at}/message/content`, 'expected a string')
    }
  }
}
