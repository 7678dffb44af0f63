import type { Context, WireMessage } from '@interlingua/core'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { addRest, hintOf, type JsonDraft } from '../wire-object.ts'
import { readDialect } from './dialect.ts'
import { format } from './format.ts'
import type { WireOpenaiEmbedRequest } from './wire.ts'

export function encodeRequest(request: EmbedRequest, context: Context): WireMessage<WireOpenaiEmbedRequest> {
  const { model, inputs, encoding, user } = request
  const [first] = inputs
  const alone = inputs.length === 1 && first !== undefined && hintOf(request, format)['input'] === 'alone'
  const wire: JsonDraft = { model, input: alone ? inputOf(first) : inputs.map(inputOf) }
  if (first?.dimensions !== undefined) wire[readDialect(context.dialect).dimensions] = first.dimensions
  if (encoding !== undefined) wire['encoding_format'] = encoding
  if (user !== undefined) wire['user'] = user
  const body = addRest(wire, request, format) as WireOpenaiEmbedRequest // model and input are there
  return { path: '/v1/embeddings', query: {}, headers: {}, body }
}

/** Lowering has left one text, or tokens. */
function inputOf({ parts, tokens }: EmbedInput): string | readonly number[] {
  if (tokens !== undefined) return tokens
  const part = parts?.[0]
  return part?.type === 'text' ? part.text : ''
}
