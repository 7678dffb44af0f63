import { isJsonObject, type Context, type FieldPointers, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { modelOfPath } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { keep } from './format.ts'
import type { WirePredictRequest } from './wire.ts'

const fields: FieldPointers = {
  prompt: '/instances/0/prompt',
  count: '/parameters/sampleCount',
  size: '/parameters/sampleImageSize',
  aspectRatio: '/parameters/aspectRatio',
  outputFormat: '/parameters/outputOptions/mimeType',
  compression: '/parameters/outputOptions/compressionQuality',
  negativePrompt: '/parameters/negativePrompt',
  seed: '/parameters/seed',
  guidance: '/parameters/guidanceScale',
  watermark: '/parameters/addWatermark',
  promptRewrite: '/parameters/enhancePrompt',
  people: '/parameters/personGeneration',
  language: '/parameters/language',
}

/** The parameters whose value equals the canonical field's. */
export const plain = [
  ['sampleCount', 'count'],
  ['aspectRatio', 'aspectRatio'],
  ['negativePrompt', 'negativePrompt'],
  ['seed', 'seed'],
  ['guidanceScale', 'guidance'],
  ['addWatermark', 'watermark'],
  ['language', 'language'],
] as const

const read = new Set(['sampleImageSize', 'enhancePrompt', 'personGeneration', 'includeRaiReason', ...plain.map(([key]) => key)])
const readOptions = new Set(['mimeType', 'compressionQuality'])
const readInstance = new Set(['prompt'])
const readTop = new Set(['instances', 'parameters'])

/** Decodes a call of `:predict`. The images of its answer are always bytes. */
export function decodeRequest(message: WireMessage<WirePredictRequest>, _context: Context): ImageRequest {
  const { body } = message
  const parameters = isJsonObject(body.parameters) ? body.parameters : {}
  const options = isJsonObject(parameters['outputOptions']) ? parameters['outputOptions'] : undefined
  const [instance = {}] = body.instances
  const draft: Draft<ImageRequest> = { model: modelOfPath(message.path) ?? '', at: '', fields, delivery: 'base64' }
  if (typeof instance['prompt'] === 'string') draft.prompt = instance['prompt']
  const taken: Record<string, Json> = {}
  for (const [key, field] of plain) {
    const value = parameters[key]
    if (value !== undefined && value !== null) taken[field] = value
  }
  Object.assign(draft, taken)
  const { sampleImageSize, enhancePrompt, personGeneration, includeRaiReason: reason } = parameters
  if (typeof sampleImageSize === 'string') draft.size = { type: 'class', name: sampleImageSize }
  if (typeof enhancePrompt === 'boolean') draft.promptRewrite = { enabled: enhancePrompt }
  if (typeof personGeneration === 'string') draft.people = personGeneration.toLowerCase()
  if (typeof options?.['mimeType'] === 'string') draft.outputFormat = options['mimeType'].slice('image/'.length)
  if (typeof options?.['compressionQuality'] === 'number') draft.compression = options['compressionQuality']
  const hint = {
    ...(body.parameters === undefined && { bare: true }),
    // The decoder keeps the reasons in any case.
    reason: typeof reason === 'boolean' ? reason : null,
    ...(draft.people !== personGeneration && typeof personGeneration === 'string' && { people: personGeneration }),
  }
  return keep(draft, leftOver(body, instance, parameters, options), new Set(), hint)
}

/** The keys that were not read, nested as in the body. */
function leftOver(body: JsonObject, instance: JsonObject, parameters: JsonObject, options: JsonObject | undefined): JsonObject {
  const left: Record<string, Json> = unread(body, readTop)
  const inner = unread(instance, readInstance)
  if (Object.keys(inner).length > 0) left['instances'] = [inner]
  const outer = unread(parameters, read)
  if (options !== undefined) {
    const rest = unread(options, readOptions)
    if (Object.keys(rest).length === 0 && Object.keys(options).length > 0) delete outer['outputOptions']
    else outer['outputOptions'] = rest
  }
  for (const key in outer) left['parameters'] = { ...(left['parameters'] as JsonObject | undefined), [key]: outer[key] ?? null } // set just here
  return left
}

/** The entries that were not read. An entry of null counts as not read. */
function unread(wire: JsonObject, known: ReadonlySet<string>): Record<string, Json> {
  return Object.fromEntries(Object.entries(wire).filter(([key, value]) => value === null || !known.has(key)))
}
