import { pointer, type Context, type Json, type Usage, type WireReply } from '@interlingua/core'
import type { EmbedEncodeState } from '../embed-adapter.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { notice } from '../notices.ts'
import { floatsToBase64 } from '../vector/float-base64.ts'
import { numbersOfVector } from '../vector/numbers-of-vector.ts'
import { addRest, hintOf, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { reporter } from './lower-request.ts'
import type { WireOpenaiEmbedResponse } from './wire.ts'

/**
 * Encodes vectors as `asked` wants them (as numbers by default); without a request, as the upstream spelled them. Throws a `WireError` if
 * numbers are wanted from an invalid base64.
 */
export function encodeResponse(response: EmbedResponse, context: Context, asked?: EmbedEncodeState): WireReply<WireOpenaiEmbedResponse> {
  reporter.response(response, context)
  const request = asked?.request
  const { object } = hintOf(response, format)
  const own = object !== undefined
  const wire: JsonDraft = {}
  if (object !== 'own') wire['object'] = 'list'
  wire['data'] = response.embeddings.map((embedding, index) => encodeItem(embedding, index, request && (request.encoding ?? 'float')))
  const model = response.model ?? request?.model
  if (model !== undefined) wire['model'] = model
  else if (!own) {
    context.onNotice(notice('model-unknown', pointer(response.at ?? '', 'model')))
    wire['model'] = ''
  }
  if (response.usage) wire['usage'] = encodeUsage(response.usage)
  else if (!own || request !== undefined) {
    context.onNotice(notice('usage-unknown', pointer(response.at ?? '', 'usage')))
    wire['usage'] = { prompt_tokens: 0, total_tokens: 0 }
  }
  const body = addRest(wire, response, format) as WireOpenaiEmbedResponse // data is there
  return { status: 200, headers: {}, body }
}

function encodeItem(embedding: Embedding, index: number, wanted: 'float' | 'base64' | undefined): Json {
  const hint = hintOf(embedding, format)
  const wire: JsonDraft = {}
  if (hint['object'] !== 'own') wire['object'] = 'embedding'
  if (hint['index'] !== 'own') wire['index'] = index
  wire['embedding'] = encodeVector(embedding, index, wanted)
  return addRest(wire, embedding, format)
}

function encodeVector({ vector, at }: Embedding, index: number, wanted: 'float' | 'base64' | undefined): string | readonly number[] {
  if (vector.type === 'base64' && wanted !== 'float') return vector.data
  if (vector.type === 'floats' && wanted === 'base64') return floatsToBase64(vector.values)
  return numbersOfVector(format, vector, at ?? pointer('/embeddings', index))
}

function encodeUsage(usage: Usage): Json {
  const { total, fresh = 0 } = usage.input
  const hint = hintOf(usage, format)
  const wire: JsonDraft = {}
  const count = total ?? fresh
  if (hint['prompt_tokens'] !== 'own') wire['prompt_tokens'] = count
  if (hint['total_tokens'] !== 'own') wire['total_tokens'] = count
  return addRest(wire, usage, format)
}
