import { pointer, type Context, type FieldPointers, type Pointer, type WireMessage } from '@interlingua/core'
import { putOwn, type Draft } from '@interlingua/core/adapter'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import type { WireOpenaiEmbedRequest } from './wire.ts'

const read = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user'])
const fields: FieldPointers = { inputs: '/input', 'inputs.dimensions': '/dimensions', encoding: '/encoding_format' }

/** Hint `input`: the only input stood alone, not in a list. */
export function decodeRequest({ body }: WireMessage<WireOpenaiEmbedRequest>, _context: Context): EmbedRequest {
  const { model, input, dimensions, encoding_format: encoding, user } = body
  const hint: JsonDraft = {}
  const one = (value: string | readonly number[], at: Pointer): EmbedInput => {
    const node: Draft<EmbedInput> = { at }
    if (typeof value === 'string') node.parts = [{ type: 'text', text: value, at }]
    else node.tokens = value
    if (typeof dimensions === 'number') node.dimensions = dimensions
    return node
  }
  const alone = isAlone(input)
  if (alone) putOwn(hint, 'input', 'alone')
  const inputs = alone ? [one(input, '/input')] : input.map((value, index) => one(value, pointer('/input', index)))
  const request: Draft<EmbedRequest> = { model, inputs, at: '', fields }
  if (typeof encoding === 'string') request.encoding = encoding
  if (typeof user === 'string') request.user = user
  putExtension(request, format, without(body, read), hint)
  return request
}

function isAlone(input: WireOpenaiEmbedRequest['input']): input is string | readonly number[] {
  return typeof input === 'string' || typeof input[0] === 'number'
}
