import { WireError, type Context, type WireMessage } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { modeOfPath } from './mode-of-path.ts'
import { nativeContents } from './native.ts'
import { requestSchemas, type WireDashscopeRequest } from './wire.ts'

/** Checks a body. Throws a WireError that names the field; the limits of a model are checked by lowering. */
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
