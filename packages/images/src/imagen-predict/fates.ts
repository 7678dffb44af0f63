import type { ImageFates } from '../fates.ts'
import type { ImagenProfile } from './profile.ts'

/** The fate of each field on Vertex AI. `delivery` is always bytes, and lowering refuses images and masks before. */
const vertex: ImageFates = {
  prompt: 'carried',
  images: 'images',
  mask: 'mask',
  count: 'carried',
  size: 'carried',
  aspectRatio: 'carried',
  quality: 'quality',
  background: 'image-background',
  outputFormat: 'carried',
  compression: 'carried',
  delivery: 'carried',
  stream: 'stream',
  partialImages: 'partial-images',
  seed: 'carried',
  negativePrompt: 'carried',
  guidance: 'carried',
  watermark: 'carried',
  promptRewrite: 'carried',
  sequence: 'sequence',
  fidelity: 'fidelity',
  moderation: 'moderation',
  people: 'carried',
  language: 'carried',
  user: 'user',
  tools: 'tools',
}

const gemini: ImageFates = {
  ...vertex,
  seed: 'seed',
  negativePrompt: 'negative-prompt',
  watermark: 'watermark',
  promptRewrite: 'prompt-rewrite',
}

export function fatesOf({ platform }: ImagenProfile): ImageFates {
  return platform === 'gemini' ? gemini : vertex
}
