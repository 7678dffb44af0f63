import type { VideoFates } from '../upstream/fates.ts'

/** The fate of each field of a request at a Videos API, where `size` states resolution and ratio. */
export const fates = {
  count: 'carried',
  duration: 'carried',
  frames: 'frames',
  resolution: 'carried',
  aspectRatio: 'carried',
  size: 'carried',
  audio: 'audio',
  seed: 'seed',
  negativePrompt: 'negative-prompt',
  watermark: 'watermark',
  people: 'people',
  promptRewrite: 'prompt-rewrite',
  fps: 'fps',
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
