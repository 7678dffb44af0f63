import type { Context, WireMessage } from '@interlingua/core'
import { pathOfModel } from '@interlingua/adapter-kit'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { addRest, hintOf, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import type { WireVertexEmbedRequest } from './wire.ts'

export function encodeRequest(request: EmbedRequest, _context: Context): WireMessage<WireVertexEmbedRequest> {
  const { model, inputs } = request
  const hint = hintOf(request, format)
  const [first] = inputs
  const parameters: JsonDraft = {}
  if (first?.dimensions !== undefined) parameters[nameOf(hint['outputDimensionality'], 'outputDimensionality')] = first.dimensions
  if (first?.truncate !== undefined) parameters[nameOf(hint['autoTruncate'], 'autoTruncate')] = first.truncate
  const wire: JsonDraft = { instances: inputs.map(encodeInput) }
  if (Object.keys(parameters).length > 0) wire['parameters'] = parameters
  const body = addRest(wire, request, format) as WireVertexEmbedRequest // the instances are there
  return { path: pathOfModel(model, 'predict'), query: {}, headers: {}, body }
}

function encodeInput(input: EmbedInput): JsonDraft {
  const { task, title } = input
  const part = input.parts?.[0]
  const wire: JsonDraft = { content: part?.type === 'text' ? part.text : '' }
  if (task !== undefined) wire[nameOf(hintOf(input, format)['taskType'], 'task_type')] = task
  if (title !== undefined) wire['title'] = title
  return addRest(wire, input, format)
}

function nameOf(hint: unknown, usual: string): string {
  return typeof hint === 'string' ? hint : usual
}
