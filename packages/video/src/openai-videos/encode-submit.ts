import { pathSegment } from '@interlingua/core/adapter'
import type { Context, Json, JsonObject, WireMessage } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import { extensionOf } from '../upstream/extension-of.ts'
import type { VideoInput, VideoRequest } from '../video-request.ts'
import { readSettings } from './settings.ts'

/**
 * Writes `POST /v1/videos`, or `/v1/videos/edits` for a request with a source video. https://platform.openai.com/docs/api-reference/videos
 */
export function encodeSubmit(request: VideoRequest, context: Context): WireMessage<JsonObject> {
  const { inputs = [] } = request
  const task = inputs.find(({ role }) => role === 'source-task')?.task
  if (task !== undefined) return encodeRemix(request, task, context)
  const video = inputs.find(({ role }) => role === 'source-video')?.source
  const { model, prompt } = request
  if (video?.type === 'inline')
    return form('/v1/videos/edits', {
      model,
      prompt,
      video: { filename: `video.${extensionOf(video.mime)}`, mime: video.mime, base64: video.base64 },
    })
  const body: Record<string, Json> = { model, prompt }
  if (request.duration !== undefined) body['seconds'] = String(request.duration)
  if (request.size) body['size'] = `${request.size.width}x${request.size.height}`
  const reference = inputs.find(({ role }) => role === 'first-frame')
  if (reference === undefined) return json('/v1/videos', body)
  const { source } = reference
  if (readSettings(context.dialect).reference === 'multipart' && source?.type === 'inline') {
    body['input_reference'] = { filename: `reference.${extensionOf(source.mime)}`, mime: source.mime, base64: source.base64 }
    return form('/v1/videos', body)
  }
  body['input_reference'] = encodeReference(reference)
  return json('/v1/videos', body)
}

function encodeRemix({ prompt }: VideoRequest, task: string, context: Context): WireMessage<JsonObject> {
  // A remix names no model: the model of the source video is used.
  if (readSettings(context.dialect).remix === 'remix') return json(`/v1/videos/${pathSegment(task)}/remix`, { prompt })
  return json('/v1/videos/edits', { prompt, video: { id: task } })
}

function encodeReference({ source }: VideoInput): JsonObject {
  if (source?.type === 'file') return { file_id: source.fileId }
  return { image_url: source?.type === 'inline' ? dataUrlOf(source) : source?.type === 'url' ? source.url : '' }
}

function json(path: string, body: JsonObject): WireMessage<JsonObject> {
  return { path, query: {}, headers: { 'content-type': 'application/json' }, body }
}

function form(path: string, body: JsonObject): WireMessage<JsonObject> {
  return { path, query: {}, headers: { 'content-type': 'multipart/form-data' }, body }
}
