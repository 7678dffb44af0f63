import type { Json, JsonObject, WireMessage } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import type { VideoInput, VideoRequest } from '../video-request.ts'

const items = {
  'first-frame': ['image_url', 'first_frame'],
  'last-frame': ['image_url', 'last_frame'],
  'reference-image': ['image_url', 'reference_image'],
  'reference-video': ['video_url', 'reference_video'],
  'reference-audio': ['audio_url', 'reference_audio'],
} as const

/** `POST {base}/contents/generations/tasks`. https://www.volcengine.com/docs/82379/1520757 */
export function encodeSubmit(request: VideoRequest): WireMessage<JsonObject> {
  const { model, user, watermark = false } = request
  // Sends the watermark in any case: other endpoints of the vendor mark a video by default.
  const body = { model, ...encodeTask(request), watermark, ...(user !== undefined && { safety_identifier: user }) }
  return { path: '/v1/contents/generations/tasks', query: {}, headers: { 'content-type': 'application/json' }, body }
}

/** The fields of a task that describe the video, without model, watermark and user. */
export function encodeTask(request: VideoRequest): JsonObject {
  const { prompt, inputs = [] } = request
  const task: Record<string, Json> = { content: [{ type: 'text', text: prompt }, ...inputs.map(encodeInput)] }
  const options = {
    resolution: request.resolution,
    ratio: request.aspectRatio,
    duration: request.duration,
    frames: request.frames,
    seed: request.seed,
    generate_audio: request.audio,
    watermark: request.watermark,
    camera_fixed: request.cameraFixed,
    return_last_frame: request.returnLastFrame,
    draft: request.draft,
    service_tier: request.serviceTier,
    execution_expires_after: request.expiresAfter,
    priority: request.priority,
    tools: request.tools?.map((tool) => ({ type: tool === 'web-search' ? 'web_search' : tool })),
  }
  for (const [key, value] of Object.entries(options)) if (value !== undefined) task[key] = value
  return task
}

function encodeInput({ role, source, task }: VideoInput): JsonObject {
  if (task !== undefined) return { type: 'draft_task', draft_task: { id: task } }
  const [type, word] = items[role as keyof typeof items] // lowering let no other pass
  const url = source?.type === 'inline' ? dataUrlOf(source) : source?.type === 'url' ? source.url : ''
  return { type, [type]: { url }, role: word }
}
