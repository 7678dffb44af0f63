import type { Context, Json, WireMessage } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import { formatSize } from '../image-size.ts'
import { hintOf, restore } from './format.ts'
import type { WireArkRequest } from './wire.ts'

/** Encodes a lowered request, without a notice. */
export function encodeRequest(request: ImageRequest, _context: Context): WireMessage<WireArkRequest> {
  const body: Record<string, Json> = { model: request.model }
  if (request.prompt !== undefined) body['prompt'] = request.prompt
  writeImages(body, request)
  if (request.size !== undefined) body['size'] = sizeOf(request)
  const seed = request.seed ?? hintOf(request)['seed']
  if (seed !== undefined) body['seed'] = seed
  if (request.sequence !== undefined) {
    body['sequential_image_generation'] = request.sequence.mode
    const { most } = request.sequence
    if (most !== undefined) body['sequential_image_generation_options'] = { max_images: most }
  }
  if (request.stream !== undefined) body['stream'] = request.stream
  if (request.guidance !== undefined) body['guidance_scale'] = request.guidance
  if (request.delivery !== undefined) body['response_format'] = request.delivery === 'url' ? 'url' : 'b64_json'
  if (request.outputFormat !== undefined) body['output_format'] = request.outputFormat
  if (request.watermark !== undefined) body['watermark'] = request.watermark
  const mode = request.promptRewrite?.mode
  if (mode !== undefined) body['optimize_prompt_options'] = { mode }
  if (request.tools !== undefined) body['tools'] = request.tools.map((tool) => ({ type: tool.replaceAll('-', '_') }))
  restore(body, request)
  return { path: '/v1/images/generations', query: {}, headers: {}, body: body as WireArkRequest } // model and prompt are required in a request for Ark
}

/** A single image stands by itself, unless the caller wrote a list. */
function writeImages(body: Record<string, Json>, request: ImageRequest): void {
  const texts = (request.images ?? []).flatMap(textOf)
  const [only] = texts
  if (only === undefined) return
  body['image'] = texts.length === 1 && hintOf(request)['image'] !== 'list' ? only : texts
}

function textOf({ source }: ImageInput): readonly string[] {
  if (source.type === 'inline') return [dataUrlOf(source)]
  return source.type === 'url' ? [source.url] : []
}

function sizeOf(request: ImageRequest): string {
  const size = request.size ?? { type: 'auto' }
  const spelled = hintOf(request)['size']
  if (size.type === 'class' && typeof spelled === 'string' && spelled.toUpperCase() === size.name) return spelled
  return size.type === 'auto' ? 'adaptive' : formatSize(size)
}
