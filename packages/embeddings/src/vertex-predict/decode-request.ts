import { isJsonObject, pointer, type Context, type FieldPointers, type JsonObject, type Pointer, type WireMessage } from '@interlingua/core'
import { putOwn, type Draft } from '@interlingua/core/adapter'
import { modelOfPath } from '@interlingua/adapter-kit'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { spelledIn } from '../spelled-in.ts'
import { putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import type { WireVertexEmbedRequest } from './wire.ts'

const fields: FieldPointers = {
  inputs: '/instances',
  'inputs.dimensions': '/parameters/outputDimensionality',
  'inputs.truncate': '/parameters/autoTruncate',
}
const itemFields: FieldPointers = { parts: '/content', task: '/task_type' }
const camelFields: FieldPointers = { parts: '/content', task: '/taskType' }
const keys = new Set(['instances', 'parameters'])
const noInstances = new Set(['instances'])

/** Settings among the parameters, which hold for every input. */
type Parameters = Pick<Draft<EmbedInput>, 'dimensions' | 'truncate'>

/** Hints: `outputDimensionality` and `autoTruncate` of the request and `taskType` of an input, if they were in the other spelling. */
export function decodeRequest({ path, body }: WireMessage<WireVertexEmbedRequest>, _context: Context): EmbedRequest {
  const { instances, parameters } = body
  const said: Parameters = {}
  const hint: JsonDraft = {}
  const rest = without(body, isJsonObject(parameters) ? keys : noInstances) ?? {}
  const read = new Set<string>()
  const request: Draft<EmbedRequest> = { model: modelOfPath(path) ?? '', inputs: [], at: '', fields }
  if (isJsonObject(parameters)) {
    const places: Record<string, Pointer> = {}
    for (const [field, name] of [['dimensions', 'outputDimensionality'] as const, ['truncate', 'autoTruncate'] as const]) {
      const key = spelledIn(parameters, name)
      if (key === undefined) continue
      read.add(key)
      Object.assign(said, { [field]: parameters[key] }) // parsed: the value has the field's type
      if (key === name) continue
      hint[name] = key
      places[`inputs.${field}`] = pointer('/parameters', key)
    }
    if (Object.keys(places).length > 0) request.fields = { ...fields, ...places }
    const left = without(parameters, read)
    // Empty parameters are kept, since they leave no other trace.
    if (left || read.size === 0) putOwn(rest, 'parameters', left ?? {})
  }
  request.inputs = instances.map((instance, index) => decodeInstance(instance, pointer('/instances', index), said))
  putExtension(request, format, rest, hint)
  return request
}

const instanceKeys = new Set(['content', 'task_type', 'taskType', 'title'])

function decodeInstance(wire: JsonObject & { readonly content: string }, at: Pointer, said: Parameters): EmbedInput {
  const { content, title } = wire
  const place = pointer(at, 'content')
  const input: Draft<EmbedInput> = { at, parts: [{ type: 'text', text: content, at: place }], fields: itemFields, ...said }
  const key = spelledIn(wire, 'taskType')
  const hint: JsonDraft = {}
  if (key === 'taskType') {
    hint['taskType'] = key
    input.fields = camelFields
  }
  const task = key === undefined ? undefined : wire[key]
  if (typeof task === 'string') input.task = task
  if (typeof title === 'string') input.title = title
  const both = key === 'taskType' && typeof wire['task_type'] === 'string'
  putExtension(input, format, without(wire, both ? new Set(['content', 'taskType', 'title']) : instanceKeys), hint)
  return input
}
