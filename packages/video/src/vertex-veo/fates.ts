import type { VideoFates } from '../upstream/fates.ts'

/** The fate of each field of a request at Veo on Vertex, where every video has an invisible watermark and none a visible one. */
export const fates = {
  count: 'carried',
  duration: 'carried',
  frames: 'frames',
  resolution: 'carried',
  aspectRatio: 'carried',
  size: 'size',
  audio: 'carried',
  seed: 'carried',
  negativePrompt: 'carried',
  watermark: 'watermark',
  people: 'carried',
  promptRewrite: 'carried',
  fps: 'carried',
  cameraFixed: 'camera-fixed',
  returnLastFrame: 'last-frame-image',
  draft: 'draft',
  serviceTier: 'service-tier',
  expiresAfter: 'expires-after',
  priority: 'priority',
  tools: 'tools',
  user: 'user',
  assets: 'assets',
} as const satisfies VideoFates
