import { isJsonObject, type Context, type Json, type WireMessage } from '@interlingua/core'
import { pathOfModel } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { plain } from './decode-request.ts'
import { format, hintOf, restore } from './format.ts'
import type { WirePredictRequest } from './wire.ts'

/** Encodes the call of `:predict`. A request of another dialect asks for the reasons of filtered images. */
export function encodeRequest(request: ImageRequest, _context: Context): WireMessage<WirePredictRequest> {
  const parameters: Record<string, Json> = {}
  for (const [key, field] of plain) {
    const value = request[field]
    if (value !== undefined) parameters[key] = value
  }
  const { prompt, size, promptRewrite, people, outputFormat, compression } = request
  if (size?.type === 'class') parameters['sampleImageSize'] = size.name
  if (promptRewrite?.enabled !== undefined) parameters['enhancePrompt'] = promptRewrite.enabled
  const spelled = hintOf(request)['people']
  if (people !== undefined)
    parameters['personGeneration'] = typeof spelled === 'string' && spelled.toLowerCase() === people ? spelled : people
  const options: Record<string, Json> = {}
  if (outputFormat !== undefined) options['mimeType'] = `image/${outputFormat}`
  if (compression !== undefined) options['compressionQuality'] = compression
  if (outputFormat !== undefined || compression !== undefined) parameters['outputOptions'] = options
  const reason = hintOf(request)['reason']
  if (reason !== null) parameters['includeRaiReason'] = reason ?? true
  const left = request.extensions?.[format]?.rest?.['instances']
  const [inner] = Array.isArray(left) ? left : []
  const body: Record<string, Json> = { instances: [{ ...(prompt !== undefined && { prompt }), ...(isJsonObject(inner) && inner) }] }
  if (hintOf(request)['bare'] !== true || Object.keys(parameters).length > 0) body['parameters'] = parameters
  return {
    path: pathOfModel(request.model, 'predict'),
    query: {},
    headers: { 'content-type': 'application/json' },
    body: restore(body, request) as WirePredictRequest, // has instances
  }
}
