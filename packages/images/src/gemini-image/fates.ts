import type { ImageFates } from '../fates.ts'
import type { GeminiImageProfile } from './profile.ts'

/** The fate of each field on the Developer API. Lowering turns `count` into calls before, and `delivery` is always bytes. */
const gemini: ImageFates = {
  prompt: 'carried',
  images: 'carried',
  mask: 'mask',
  count: 'carried',
  size: 'carried',
  aspectRatio: 'carried',
  quality: 'quality',
  background: 'image-background',
  outputFormat: 'output-format',
  compression: 'compression',
  delivery: 'carried',
  stream: 'stream',
  partialImages: 'partial-images',
  seed: 'carried',
  negativePrompt: 'negative-prompt',
  guidance: 'guidance',
  watermark: 'watermark',
  promptRewrite: 'prompt-rewrite',
  sequence: 'sequence',
  fidelity: 'fidelity',
  moderation: 'moderation',
  people: 'people',
  language: 'language',
  user: 'user',
  tools: 'carried',
}

const vertex: ImageFates = { ...gemini, outputFormat: 'carried', compression: 'carried', people: 'carried' }

export function fatesOf({ platform }: GeminiImageProfile): ImageFates {
  return platform === 'vertex' ? vertex : gemini
}
