import type { VideoFamily } from '../video-family.ts'

/** The top-level fields of each family beside `model` and `prompt`. A field of another family is refused by its name. */
export const fields: Readonly<Record<VideoFamily, ReadonlySet<string>>> = {
  'vf-1': new Set([
    'duration',
    'seconds',
    'resolution',
    'aspect_ratio',
    'size',
    'width',
    'height',
    'input_reference',
    'image',
    'images',
    'remix_from_video_id',
    'video',
    'video_url',
  ]),
  'vf-2': new Set([
    'durationSeconds',
    'duration',
    'aspectRatio',
    'resolution',
    'generateAudio',
    'image',
    'lastFrame',
    'last_frame',
    'image_tail',
    'sampleCount',
    'numberOfVideos',
    'n',
    'personGeneration',
    'addWatermark',
    'seed',
    'negativePrompt',
    'fps',
    'enhancePrompt',
  ]),
  'vf-3': new Set(['asset', 'metadata']),
}

/** The fields of the third family that callers put at the top level instead of in `metadata`. */
export const misplaced: ReadonlySet<string> = new Set([
  'content',
  'first_frame',
  'last_frame',
  'reference_image',
  'image',
  'images',
  'duration',
  'resolution',
  'ratio',
  'generate_audio',
  'watermark',
  'seed',
  'camera_fixed',
  'return_last_frame',
  'frames',
  'draft',
  'service_tier',
  'execution_expires_after',
  'tools',
  'priority',
  'safety_identifier',
])

/** The fields that ask for a callback, which are dropped with a notice: the end of a task is learned by polling. */
export const callbacks: ReadonlySet<string> = new Set(['callback_url', 'webhook', 'webhook_url', 'webhookConfig'])
