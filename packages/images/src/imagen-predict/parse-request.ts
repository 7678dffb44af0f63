import { checkLimits, WireError, type Context, type WireMessage } from '@interlingua/core'
import { check, modelOfPath } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { requestSchema, type WirePredictRequest } from './wire.ts'

/** Checks a call of `:predict` and gives it back. Unknown keys are legal. Throws WireError, which names the field, and LimitError. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WirePredictRequest> {
  checkLimits(format, message.body, context.limits)
  if (!modelOfPath(message.path)) throw new WireError(format, '', 'the path names no model')
  check(format, requestSchema, message.body)
  return message as WireMessage<WirePredictRequest> // just checked
}
