import { checkLimits, WireError, type Context, type WireMessage } from '@interlingua/core'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { modeOfPath } from './mode-of-path.ts'
import { nativeContents } from './native.ts'
import { requestSchemas, type WireDashscopeRequest } from './wire.ts'

/** Throws a WireError that names the field. Limits of a model are looked at by whoever knows the model. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireDashscopeRequest> {
  checkLimits(format, message.body, context.limits)
  const mode = modeOfPath(message.path)
  check(format, requestSchemas[mode], message.body)
  const checked = message as WireMessage<WireDashscopeRequest> // just checked
  if (mode === 'classic' || mode === 'edit') return checked
  const { model, input } = checked.body
  if (!nativeContents({ model, native: { input } }).some(({ text }) => typeof text === 'string' && text !== ''))
    throw new WireError(format, '/input/messages', 'there must be a text')
  return checked
}
