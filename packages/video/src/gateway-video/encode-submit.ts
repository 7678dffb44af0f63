import type { Json, JsonObject, WireMessage } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import { encodeTask } from '../ark-video/encode-submit.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoInput, VideoRequest } from '../video-request.ts'

/** Writes `POST /v1/video/generations` in the wording of the family. */
export function encodeSubmit(request: VideoRequest, family: VideoFamily): WireMessage<JsonObject> {
  const { model, prompt, user } = request
  const body = { model, prompt, ...bodies[family](request), ...(user !== undefined && { user }) }
  return { path: '/v1/video/generations', query: {}, headers: { 'content-type': 'application/json' }, body }
}

const bodies = { 'vf-1': encodeFixed, 'vf-2': encodeNative, 'vf-3': encodeMultimodal } as const satisfies Record<
  VideoFamily,
  (request: VideoRequest) => JsonObject
>

function encodeFixed({ duration, resolution, aspectRatio, size, inputs = [] }: VideoRequest): JsonObject {
  const body: Record<string, Json> = {}
  put(body, { duration, resolution, aspect_ratio: aspectRatio })
  if (size && resolution === undefined && aspectRatio === undefined) body['size'] = `${size.width}x${size.height}`
  for (const input of inputs) {
    if (input.role === 'source-task') put(body, { remix_from_video_id: input.task })
    else put(body, { [input.role === 'source-video' ? 'video_url' : 'input_reference']: addressOf(input) })
  }
  return body
}

function encodeNative(request: VideoRequest): JsonObject {
  const body: Record<string, Json> = {}
  put(body, {
    durationSeconds: request.duration,
    aspectRatio: request.aspectRatio,
    resolution: request.resolution,
    generateAudio: request.audio,
    sampleCount: request.count,
    personGeneration: request.people,
    addWatermark: request.watermark,
    seed: request.seed,
    negativePrompt: request.negativePrompt,
    fps: request.fps,
    enhancePrompt: request.promptRewrite,
  })
  for (const input of request.inputs ?? []) put(body, { [input.role === 'last-frame' ? 'lastFrame' : 'image']: addressOf(input) })
  return body
}

function encodeMultimodal(request: VideoRequest): JsonObject {
  return { ...(request.assets !== undefined && { asset: request.assets }), metadata: encodeTask(request) }
}

function addressOf({ source }: VideoInput): string | undefined {
  if (source?.type === 'inline') return dataUrlOf(source)
  return source?.type === 'url' ? source.url : undefined
}

function put(body: Record<string, Json>, fields: Readonly<Record<string, Json | undefined>>): void {
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) body[key] = value
}
