import { isJsonObject, type Context, type FieldPointers, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from '../image-request.ts'
import { formatSize, parseSize } from '../image-size.ts'
import { notice } from '../notices.ts'
import { keep } from './format.ts'
import { isForm } from './is-form.ts'
import { readInputs, type ReadInputs } from './read-inputs.ts'
import { jsonFields, typedForm } from './typed-form.ts'
import type { WireImageRequest } from './wire.ts'

const fields: FieldPointers = {
  images: '/images',
  count: '/n',
  aspectRatio: '/aspect_ratio',
  outputFormat: '/output_format',
  compression: '/output_compression',
  delivery: '/response_format',
  partialImages: '/partial_images',
  negativePrompt: '/negative_prompt',
  guidance: '/guidance_scale',
  promptRewrite: '/optimize_prompt_options',
  sequence: '/sequential_image_generation',
  'sequence.most': '/sequential_image_generation_options/max_images',
  fidelity: '/input_fidelity',
}

/** The fields with the same value, and nearly the same name, as in the canonical request. */
const plain = [
  ['n', 'count'],
  ['aspect_ratio', 'aspectRatio'],
  ['quality', 'quality'],
  ['background', 'background'],
  ['output_format', 'outputFormat'],
  ['output_compression', 'compression'],
  ['stream', 'stream'],
  ['partial_images', 'partialImages'],
  ['seed', 'seed'],
  ['negative_prompt', 'negativePrompt'],
  ['guidance_scale', 'guidance'],
  ['watermark', 'watermark'],
  ['input_fidelity', 'fidelity'],
  ['moderation', 'moderation'],
] as const

const read: ReadonlySet<string> = new Set([
  ...plain.map(([key]) => key),
  'model',
  'prompt',
  'image',
  'image[]',
  'images',
  'images[]',
  'mask',
  'contents',
  'size',
  'response_format',
  'input',
  'parameters',
])

/** Decodes a request of either endpoint. An image context becomes prompt and images, with a notice where that loses order or roles. */
export function decodeRequest(message: WireMessage<WireImageRequest>, context: Context): ImageRequest {
  const form = isForm(message)
  const wire = form ? typedForm(message.body) : message.body
  const inputs = readInputs(wire, message.body)
  const hint: Record<string, Json> = { endpoint: message.path.endsWith('/edits') ? 'edits' : 'generations', inputs: inputs.spelled }
  if (form) {
    hint['form'] = true
    const json = jsonFields(message.body)
    if (json.length > 0) hint['json'] = json
  }
  const known = new Set(read)
  const { model, size, input, parameters } = wire
  const draft: Draft<ImageRequest> = { model: typeof model === 'string' ? model : '', at: '', fields }
  takePrompt(wire, inputs, draft, hint, context)
  if (inputs.images.length > 0) draft.images = inputs.images
  if (inputs.mask !== undefined) draft.mask = inputs.mask
  const asked = typeof size === 'string' ? parseSize(size) : undefined
  if (asked !== undefined) draft.size = asked
  if (asked !== undefined && typeof size === 'string' && formatSize(asked) !== size) hint['size'] = size
  const taken: Record<string, Json> = {}
  for (const [key, field] of plain) {
    const value = wire[key]
    if (value !== undefined && value !== null) taken[field] = value
  }
  Object.assign(draft, taken)
  // The ratio `auto` means the same as an absent one.
  if (draft.aspectRatio === 'auto') {
    delete draft.aspectRatio
    hint['ratio'] = 'auto'
  }
  const { response_format: delivery } = wire
  if (typeof delivery === 'string') draft.delivery = delivery === 'url' ? 'url' : 'base64'
  takeGroups(wire, draft, hint, known)
  takeUser(wire, draft, hint, known)
  if (isJsonObject(input) || isJsonObject(parameters))
    draft.native = { ...(isJsonObject(input) && { input }), ...(isJsonObject(parameters) && { parameters }) }
  return keep(draft, wire, known, hint)
}

function takePrompt(
  wire: JsonObject,
  { contents }: ReadInputs,
  draft: Draft<ImageRequest>,
  hint: Record<string, Json>,
  context: Context,
): void {
  const prompt = typeof wire['prompt'] === 'string' ? wire['prompt'] : undefined
  if (contents === undefined) {
    if (prompt !== undefined) draft.prompt = prompt
    return
  }
  hint['contents'] = contents.spelled
  for (const path of contents.unknown) context.onNotice(notice('foreign-field', path))
  if (contents.flattened || (prompt !== undefined && contents.texts.length > 0)) context.onNotice(notice('context', '/contents'))
  if (prompt !== undefined) hint['prompt'] = prompt.length
  const texts = prompt === undefined ? contents.texts : [prompt, ...contents.texts]
  if (texts.length === 0) return
  draft.prompt = texts.join('\n')
  if (prompt === undefined) draft.fields = { ...fields, prompt: '/contents' }
}

/** Reads the objects of Ark's families. An object with unknown keys stays unread as a whole. */
function takeGroups(wire: JsonObject, draft: Draft<ImageRequest>, hint: Record<string, Json>, known: Set<string>): void {
  const { optimize_prompt_options: rewrite, sequential_image_generation: mode, sequential_image_generation_options: group, tools } = wire
  if (isJsonObject(rewrite) && hasOnly(rewrite, 'mode') && typeof rewrite['mode'] === 'string') {
    known.add('optimize_prompt_options')
    draft.promptRewrite = { mode: rewrite['mode'] }
  }
  if (mode === 'auto' || mode === 'disabled') {
    known.add('sequential_image_generation')
    draft.sequence = { mode }
    if (isJsonObject(group) && hasOnly(group, 'max_images') && typeof group['max_images'] === 'number') {
      known.add('sequential_image_generation_options')
      draft.sequence = { mode, most: group['max_images'] }
    }
  }
  if (Array.isArray(tools) && tools.length > 0 && tools.every(isPlainTool)) {
    known.add('tools')
    draft.tools = tools.map(({ type }) => type.replaceAll('_', '-'))
  }
}

function isPlainTool(tool: Json): tool is { readonly type: string } {
  return isJsonObject(tool) && hasOnly(tool, 'type') && typeof tool['type'] === 'string' && !tool['type'].includes('-')
}

function hasOnly(wire: JsonObject, key: string): boolean {
  return Object.keys(wire).every((name) => name === key)
}

/** Reads the end user. A safety identifier that is not empty replaces `user`. */
function takeUser(wire: JsonObject, draft: Draft<ImageRequest>, hint: Record<string, Json>, known: Set<string>): void {
  const { user, safety_identifier: identifier } = wire
  const key = typeof identifier === 'string' && identifier !== '' ? 'safety_identifier' : 'user'
  const value = key === 'user' ? user : identifier
  if (typeof value !== 'string' || value === '') return
  draft.user = value
  known.add(key)
  if (key === 'safety_identifier') {
    hint['user'] = key
    draft.fields = { ...draft.fields, user: '/safety_identifier' }
  }
}
