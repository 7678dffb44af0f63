import { pointer, WireError, type Context, type Pointer, type WireMessage } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check, readImage } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { requestSchema, type WireArkRequest } from './wire.ts'

/** Checks a body. Throws a WireError that names the field; the limits of a model are checked by lowering. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireArkRequest> {
  checkLimits(format, message.body, context.limits)
  check(format, requestSchema, message.body)
  const checked = message as WireMessage<WireArkRequest> // just checked
  const { image } = checked.body
  if (typeof image === 'string') checkImage(image, '/image')
  else if (Array.isArray(image)) for (const [index, text] of image.entries()) checkImage(String(text), pointer('/image', index))
  return checked
}

function checkImage(text: string, at: Pointer): void {
  if (readImage(text) === undefined) throw new WireError(format, at, 'expected an http(s) URL or a data URL of an image')
}
