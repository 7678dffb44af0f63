import type { Context, Json, JsonObject, WireMessage } from '@interlingua/core'
import { pathOfModel } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { geminiImageModel } from './image-models.ts'

/** The body of `POST /v1beta/models/{model}:generateContent`. https://ai.google.dev/api/generate-content */
export type WireGeminiImageRequest = JsonObject

/** Encodes the call of generateContent for one image: the prompt first, then the images. */
export function encodeRequest(request: ImageRequest, _context: Context): WireMessage<WireGeminiImageRequest> {
  const { model, prompt, images = [], seed, tools } = request
  const parts: Json[] = prompt === undefined ? [] : [{ text: prompt }]
  for (const { source } of images) if (source.type === 'inline') parts.push({ inlineData: { mimeType: source.mime, data: source.base64 } })
  const config: Record<string, Json> = { responseModalities: geminiImageModel(model).textToo === true ? ['TEXT', 'IMAGE'] : ['IMAGE'] }
  if (seed !== undefined) config['seed'] = seed
  const image = encodeImageConfig(request)
  if (image !== undefined) config['imageConfig'] = image
  const body: Record<string, Json> = { contents: [{ role: 'user', parts }], generationConfig: config }
  if (tools?.includes('web-search') === true) body['tools'] = [{ googleSearch: {} }]
  return { path: pathOfModel(model, 'generateContent'), query: {}, headers: { 'content-type': 'application/json' }, body }
}

function encodeImageConfig({ aspectRatio, size, outputFormat, compression, people }: ImageRequest): JsonObject | undefined {
  const config: Record<string, Json> = {}
  if (aspectRatio !== undefined) config['aspectRatio'] = aspectRatio
  if (size?.type === 'class') config['imageSize'] = size.name
  if (people !== undefined) config['personGeneration'] = people.toUpperCase()
  const output: Record<string, Json> = {}
  if (outputFormat !== undefined) output['mimeType'] = `image/${outputFormat}`
  if (compression !== undefined) output['compressionQuality'] = compression
  for (const _ in output) config['imageOutputOptions'] = output
  for (const _ in config) return config
  return undefined
}
