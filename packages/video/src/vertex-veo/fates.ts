import type { VideoFates } from '../upstream/fates.ts'

/** What becomes of each field of a wish at Veo on Vertex. A mark that cannot be seen is always there, another never. */
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
