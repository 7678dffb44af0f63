import type { Json, JsonObject, WireMessage } from '@interlingua/core'
import { extensionOf } from '../upstream/extension-of.ts'
import type { VideoRequest } from '../video-request.ts'

const path = '/v1/video/generations/jobs'

/** `POST {endpoint}/openai/v1/video/generations/jobs`. https://learn.microsoft.com/azure/ai-services/openai/video-generation-quickstart */
export function encodeSubmit({ model, prompt, size, duration, count, inputs = [] }: VideoRequest): WireMessage<JsonObject> {
  const body: Record<string, Json> = { model, prompt }
  if (size) {
    body['width'] = size.width
    body['height'] = size.height
  }
  if (duration !== undefined) body['n_seconds'] = duration
  if (count !== undefined) body['n_variants'] = count
  if (inputs.length === 0) return { path, query: {}, headers: { 'content-type': 'application/json' }, body }
  const files: JsonObject[] = []
  const items: JsonObject[] = []
  for (const [index, { role, source }] of inputs.entries()) {
    if (source?.type !== 'inline') continue
    const type = role === 'source-video' ? 'video' : 'image'
    const filename = `${type}-${index}.${extensionOf(source.mime)}`
    files.push({ filename, mime: source.mime, base64: source.base64 })
    items.push({ frame_index: 0, type, file_name: filename })
  }
  // A form holds only texts and files.
  for (const key in body) body[key] = String(body[key])
  return {
    path,
    query: {},
    headers: { 'content-type': 'multipart/form-data' },
    body: { ...body, files, inpaint_items: JSON.stringify(items) },
  }
}
