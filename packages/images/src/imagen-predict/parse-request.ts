import { WireError, type Context, type WireMessage } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check, modelOfPath } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { requestSchema, type WirePredictRequest } from './wire.ts'

/** Checks a call of `:predict` and returns it; unknown keys are legal. Throws a WireError that names the field, or a LimitError. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WirePredictRequest> {
  checkLimits(format, message.body, context.limits)
  if (!modelOfPath(message.path)) throw new WireError(format, '', 'the path names no model')
  check(format, requestSchema, message.body)
  return message as WireMessage<WirePredictRequest> // just checked
}
