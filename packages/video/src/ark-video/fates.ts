import type { VideoFates } from '../upstream/fates.ts'

/** The fate of each field of a request at Seedance. */
export const fates = {
  count: 'carried',
  duration: 'carried',
  frames: 'carried',
  resolution: 'carried',
  aspectRatio: 'carried',
  size: 'size',
  audio: 'carried',
  seed: 'carried',
  negativePrompt: 'negative-prompt',
  watermark: 'carried',
  people: 'people',
  promptRewrite: 'prompt-rewrite',
  fps: 'fps',
  cameraFixed: 'carried',
  returnLastFrame: 'carried',
  draft: 'carried',
  serviceTier: 'carried',
  expiresAfter: 'carried',
  priority: 'carried',
  tools: 'carried',
  user: 'carried',
  assets: 'carried',
} as const satisfies VideoFates
