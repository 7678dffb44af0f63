import { isJsonObject, WireError } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { Context, Json, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { format } from './extension.ts'
import { isPlainResponse, responseSchema } from './wire/response-schemas.ts'
import type { WireResponse } from './wire/wire-response.ts'

/**
 * Checks the body of a response and returns its input; an error document with status 200 is legal. Throws a `WireError` or a `LimitError`.
 */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  const { output } = body
  if (!isPlainResponse(body)) check(responseSchema, body, '')
  checkOutput(output, body)
  return reply as WireReply<WireResponse> // checked above
}

function checkOutput(output: Json | undefined, body: { readonly [key: string]: Json }): void {
  if (output === undefined || output === null) {
    const known = isJsonObject(body.error) || typeof body.status === 'string'
    if (!known) throw new WireError(format, '/output', 'Field required')
    return
  }
  if (!Array.isArray(output)) throw new WireError(format, '/output', 'expected an array')
  for (let i = 0; i < output.length; i++) {
    const item = output[i]
    if (!isJsonObject(item)) throw new WireError(format, `/output/${i}`, 'expected an object')
  }
}
