import type { Json, JsonObject, Source } from '@interlingua/core'
import type { VideoRequest } from '../video-request.ts'

/** The body of `:predictLongRunning`. https://ai.google.dev/gemini-api/docs/video */
export function encodeInstance(request: VideoRequest): JsonObject {
  const instance: Record<string, Json> = { prompt: request.prompt }
  const references: Json[] = []
  for (const { role, source } of request.inputs ?? []) {
    const image = source && encodeImage(source)
    if (image === undefined) continue
    if (role === 'first-frame') instance['image'] = image
    else if (role === 'last-frame') instance['lastFrame'] = image
    else if (role === 'source-video') instance['video'] = image
    else references.push({ image, referenceType: 'asset' })
  }
  if (references.length > 0) instance['referenceImages'] = references
  const options = {
    sampleCount: request.count,
    durationSeconds: request.duration,
    aspectRatio: request.aspectRatio,
    resolution: request.resolution,
    personGeneration: request.people,
    negativePrompt: request.negativePrompt,
    enhancePrompt: request.promptRewrite,
    generateAudio: request.audio,
    seed: request.seed,
    fps: request.fps,
  }
  const parameters: Record<string, Json> = {}
  for (const [key, value] of Object.entries(options)) if (value !== undefined) parameters[key] = value
  return { instances: [instance], parameters }
}

/** The image in the field names of Google's own SDK, from which Google's pages differ. */
function encodeImage(source: Source): JsonObject | undefined {
  if (source.type === 'inline') return { bytesBase64Encoded: source.base64, mimeType: source.mime }
  if (source.type === 'url') return { gcsUri: source.url, mimeType: source.mime ?? mimeOf(source.url) }
  return undefined
}

function mimeOf(url: string): string {
  if (/\.mp4$/i.test(url)) return 'video/mp4'
  return /\.png$/i.test(url) ? 'image/png' : /\.webp$/i.test(url) ? 'image/webp' : 'image/jpeg'
}
