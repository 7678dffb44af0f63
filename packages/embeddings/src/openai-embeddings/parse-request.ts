import { pointer, WireError, type Context, type Pointer, type WireMessage } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import { readDialect } from './dialect.ts'
import { format } from './format.ts'
import { requestSchema, type WireOpenaiEmbedRequest } from './wire.ts'

/** Checks the body of a request; throws a `WireError` that names the field, or a `LimitError`. Returns its input. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireOpenaiEmbedRequest> {
  checkLimits(format, message.body, context.limits)
  check(format, requestSchema, message.body)
  const { input } = message.body as WireOpenaiEmbedRequest // an object: just checked
  checkInput(input, readDialect(context.dialect).batch)
  return message as WireMessage<WireOpenaiEmbedRequest> // checked above
}

/** Checks a text, a list of tokens, or a list of either. */
function checkInput(input: unknown, most: number): void {
  const at = '/input'
  if (input === undefined) throw new WireError(format, at, 'Field required')
  if (typeof input === 'string') return checkText(input, at)
  if (!Array.isArray(input)) throw new WireError(format, at, 'must be a string or an array')
  if (input.length === 0) throw new WireError(format, at, 'must not be empty')
  const [first] = input as readonly unknown[] // an array of whatever
  if (typeof first === 'number') return checkTokens(input, at)
  if (input.length > most) throw new WireError(format, at, `must not hold more than ${most} inputs`)
  for (const [index, item] of input.entries()) {
    const place = pointer(at, index)
    if (typeof first === 'string') {
      if (typeof item !== 'string') throw new WireError(format, place, 'must be a string, as the first is')
      checkText(item, place)
    } else if (Array.isArray(first)) {
      if (!Array.isArray(item)) throw new WireError(format, place, 'must be an array of tokens, as the first is')
      if (item.length === 0) throw new WireError(format, place, 'must not be empty')
      checkTokens(item, place)
    } else throw new WireError(format, place, 'must be a string or an array of tokens')
  }
}

function checkText(text: string, at: Pointer): void {
  if (text === '') throw new WireError(format, at, 'must not be an empty string')
}

function checkTokens(tokens: readonly unknown[], at: Pointer): void {
  const wrong = tokens.findIndex((token) => typeof token !== 'number' || !Number.isSafeInteger(token) || token < 0)
  if (wrong !== -1) throw new WireError(format, pointer(at, wrong), 'must be a token: an integer, at least 0')
}
