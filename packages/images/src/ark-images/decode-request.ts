import { isJsonObject, pointer, type Context, type FieldPointers, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { readImage } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import { parseSize } from '../image-size.ts'
import { keep } from './format.ts'
import type { WireArkRequest } from './wire.ts'

const fields: FieldPointers = {
  images: '/image',
  sequence: '/sequential_image_generation',
  'sequence.most': '/sequential_image_generation_options/max_images',
  guidance: '/guidance_scale',
  delivery: '/response_format',
  outputFormat: '/output_format',
  promptRewrite: '/optimize_prompt_options',
}

const read: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'image',
  'size',
  'seed',
  'sequential_image_generation',
  'stream',
  'guidance_scale',
  'response_format',
  'output_format',
  'watermark',
  'tools',
])

/** Decodes a checked body to a canonical request. */
export function decodeRequest({ body }: WireMessage<WireArkRequest>, _context: Context): ImageRequest {
  const draft: Draft<ImageRequest> = { model: body.model, prompt: body.prompt, at: '', fields }
  const left: Record<string, Json> = { ...body }
  const hint: Record<string, Json> = {}
  readImages(body['image'], draft, hint)
  const { size, seed, stream, guidance_scale: guidance, output_format: outputFormat, watermark, response_format: delivery } = body
  if (typeof size === 'string') draft.size = size === 'adaptive' ? { type: 'auto' } : sizeOf(size, hint)
  // A seed of -1 asks for any seed, as does an absent one.
  if (seed === -1) hint['seed'] = -1
  else if (typeof seed === 'number') draft.seed = seed
  if (typeof stream === 'boolean') draft.stream = stream
  if (typeof guidance === 'number') draft.guidance = guidance
  if (typeof outputFormat === 'string') draft.outputFormat = outputFormat
  if (typeof watermark === 'boolean') draft.watermark = watermark
  if (typeof delivery === 'string') draft.delivery = delivery === 'url' ? 'url' : 'base64'
  readSequence(body, draft, left)
  readRewrite(body, draft, left)
  if (isWebSearch(body['tools'])) draft.tools = ['web-search']
  const known = new Set(read)
  if (draft.images === undefined) known.delete('image')
  if (draft.tools === undefined) known.delete('tools')
  return keep(draft, left, known, { ...hint, own: true })
}

function readImages(image: Json | undefined, draft: Draft<ImageRequest>, hint: Record<string, Json>): void {
  if (image === undefined || image === null) return
  const texts = Array.isArray(image) ? image : [image]
  const images: ImageInput[] = []
  for (const [index, text] of texts.entries()) {
    const source = readImage(String(text))
    if (source !== undefined) images.push({ source, at: Array.isArray(image) ? pointer('/image', index) : '/image' })
  }
  if (images.length > 0) draft.images = images
  if (Array.isArray(image) && image.length < 2) hint['image'] = 'list'
}

/** The size in canonical form, with the level in capitals. The hint keeps the caller's spelling. */
function sizeOf(text: string, hint: Record<string, Json>): NonNullable<ImageRequest['size']> {
  const size = parseSize(text) ?? { type: 'class', name: text }
  if (size.type === 'class' && size.name !== text) hint['size'] = text
  return size
}

function readSequence(body: WireArkRequest, draft: Draft<ImageRequest>, left: Record<string, Json>): void {
  const { sequential_image_generation: mode, sequential_image_generation_options: options } = body
  if (mode !== 'auto' && mode !== 'disabled') return
  const most = isJsonObject(options) ? options['max_images'] : undefined
  draft.sequence = typeof most === 'number' ? { mode, most } : { mode }
  if (isJsonObject(options) && typeof most === 'number') leave(left, 'sequential_image_generation_options', options, 'max_images')
}

function readRewrite(body: WireArkRequest, draft: Draft<ImageRequest>, left: Record<string, Json>): void {
  const { optimize_prompt_options: options } = body
  if (!isJsonObject(options) || typeof options['mode'] !== 'string') return
  draft.promptRewrite = { mode: options['mode'] }
  leave(left, 'optimize_prompt_options', options, 'mode')
}

/** Keeps the rest of an object after one of its keys was read. */
function leave(left: Record<string, Json>, key: string, object: JsonObject, taken: string): void {
  const { [taken]: _, ...rest } = object
  if (Object.keys(rest).length > 0) left[key] = rest
  else delete left[key]
}

function isWebSearch(tools: Json | undefined): boolean {
  if (!Array.isArray(tools) || tools.length !== 1) return false
  const [tool] = tools as readonly Json[] // Array.isArray does not narrow readonly lists
  return isJsonObject(tool) && tool['type'] === 'web_search' && Object.keys(tool).length === 1
}
