import type { JsonObject } from '@interlingua/core'
import type { VideoFamily } from '../src/index.ts'

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
export const picture = `data:image/png;base64,${png}`
export const movie = 'data:video/mp4;base64,AAAAIGZ0eXBpc29t'
export const sound = 'data:audio/wav;base64,UklGRgAAAABXQVZF'
export const text = { type: 'text', text: 'a red kite' }

export interface RequestField {
  /** The field's place, as notices and errors name it. */
  readonly at: string
  readonly body: JsonObject
  /** The fields that must stand beside it. */
  readonly beside?: JsonObject
}

const metadata = (key: string, value: JsonObject[string]): RequestField => ({
  at: `/metadata/${key}`,
  body: { metadata: { content: [text], [key]: value } },
})
const content = (...items: readonly JsonObject[]): RequestField => ({
  at: '/metadata/content',
  body: { metadata: { content: [text, ...items] } },
})
const first = { type: 'image_url', image_url: { url: picture } }

/** Every optional field of each family, with a value that differs from the default. */
export const requestFields: Readonly<Record<VideoFamily, readonly RequestField[]>> = {
  'vf-1': [
    { at: '/duration', body: { duration: 10 } },
    { at: '/seconds', body: { seconds: '20' } },
    { at: '/resolution', body: { resolution: '1080p' } },
    { at: '/aspect_ratio', body: { aspect_ratio: '1:1' } },
    { at: '/size', body: { size: '480x854' } },
    { at: '/width', body: { width: 720, height: 720 } },
    { at: '/input_reference', body: { input_reference: picture } },
    { at: '/input_reference', body: { input_reference: { file_id: 'file-1' } } },
    { at: '/image', body: { image: png } },
    { at: '/images', body: { images: [picture] } },
    { at: '/remix_from_video_id', body: { remix_from_video_id: 'task_1' } },
    { at: '/video', body: { video: { id: 'task_1' } } },
    { at: '/video_url', body: { video_url: movie } },
    { at: '/duration', body: { duration: 10 }, beside: { video_url: movie } },
    { at: '/resolution', body: { resolution: '480p' }, beside: { video_url: movie } },
    { at: '/size', body: { size: '720x720' }, beside: { video_url: movie } },
    { at: '/user', body: { user: 'u1' } },
    { at: '/callback_url', body: { callback_url: 'https://example.com' } },
    { at: '/mystery', body: { mystery: 1 } },
  ],
  'vf-2': [
    { at: '/durationSeconds', body: { durationSeconds: 6 } },
    { at: '/aspectRatio', body: { aspectRatio: '9:16' } },
    { at: '/resolution', body: { resolution: '1080p' } },
    { at: '/generateAudio', body: { generateAudio: true } },
    { at: '/generateAudio', body: { generateAudio: false } },
    { at: '/sampleCount', body: { sampleCount: 3 } },
    { at: '/personGeneration', body: { personGeneration: 'allow_adult' } },
    { at: '/addWatermark', body: { addWatermark: true } },
    { at: '/addWatermark', body: { addWatermark: false } },
    { at: '/seed', body: { seed: 0 } },
    { at: '/seed', body: { seed: 7 }, beside: { sampleCount: 2 } },
    { at: '/negativePrompt', body: { negativePrompt: 'rain' } },
    { at: '/fps', body: { fps: 24 } },
    { at: '/enhancePrompt', body: { enhancePrompt: false } },
    { at: '/image', body: { image: picture } },
    { at: '/lastFrame', body: { lastFrame: picture }, beside: { image: picture } },
    { at: '/user', body: { user: 'u1' } },
    { at: '/webhookConfig', body: { webhookConfig: { uris: ['https://example.com'] } } },
    { at: '/mystery', body: { mystery: 1 } },
  ],
  'vf-3': [
    metadata('duration', 12),
    metadata('duration', -1),
    metadata('resolution', '480p'),
    metadata('ratio', '21:9'),
    metadata('generate_audio', false),
    metadata('watermark', true),
    metadata('watermark', false),
    metadata('seed', -1),
    metadata('camera_fixed', true),
    metadata('return_last_frame', true),
    metadata('frames', 57),
    metadata('draft', true),
    metadata('service_tier', 'flex'),
    metadata('execution_expires_after', 7_200),
    metadata('priority', 0),
    metadata('tools', [{ type: 'web_search' }]),
    metadata('callback_url', 'https://example.com'),
    metadata('model', 'dearer'),
    metadata('safety_identifier', 's1'),
    metadata('mystery', 1),
    content(first),
    content({ ...first, role: 'first_frame' }, { ...first, role: 'last_frame' }),
    content({ ...first, role: 'reference_image' }, { ...first, role: 'reference_image' }),
    content(
      { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' }, role: 'reference_video' },
      { type: 'audio_url', audio_url: { url: sound }, role: 'reference_audio' },
    ),
    content({ type: 'draft_task', draft_task: { id: 'cgt-1' } }),
    { at: '/user', body: { user: 'u1' } },
    {
      at: '/metadata/content/1/mystery',
      body: { metadata: { content: [text, { ...first, mystery: 1 }] } },
      beside: { metadata: { content: [text, first] } },
    },
    {
      at: '/metadata/content/1/image_url/detail',
      body: { metadata: { content: [text, { ...first, image_url: { url: picture, detail: 'high' } }] } },
      beside: { metadata: { content: [text, first] } },
    },
  ],
}

/** The required fields of each family. */
export const base: Readonly<Record<VideoFamily, JsonObject>> = {
  'vf-1': { model: 'm', prompt: 'a red kite' },
  'vf-2': { model: 'm', prompt: 'a red kite' },
  'vf-3': { model: 'm', prompt: 'a red kite', metadata: { content: [text] } },
}
