import { checkLimits } from '@interlingua/core/adapter'
import type { Context, WireMessage } from '@interlingua/core'
import { check } from './check.ts'
import { checkContents } from './check-contents.ts'
import { checkImages } from './check-images.ts'
import { checkThinking } from './check-thinking.ts'
import { isPlainRequest } from './is-plain-request.ts'
import { requestSchema } from './wire/request-schemas.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Checks the body of a request and returns its input. Throws a `WireError` that names the field, or a `LimitError`. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireRequest> {
  checkLimits('contents', message.body, context.limits)
  const plain = isPlainRequest(message.body)
  if (!plain) check(requestSchema, message.body, '')
  const body = message.body as WireRequest // either check has just shown that the body fits
  checkContents(body, '')
  if (!plain) {
    checkThinking(body, '', context)
    checkImages(body, '', context)
  }
  return message as WireMessage<WireRequest> // checked above
}
