import type { ImageFates } from '../fates.ts'
import type { ImagesProfile } from './profile.ts'

/** The fate of each field at OpenAI. Lowering handles `delivery`, the fidelity and their exceptions before. */
const own: ImageFates = {
  prompt: 'carried',
  images: 'carried',
  mask: 'carried',
  count: 'carried',
  size: 'carried',
  aspectRatio: 'aspect-ratio',
  quality: 'carried',
  background: 'carried',
  outputFormat: 'carried',
  compression: 'carried',
  delivery: 'carried',
  stream: 'carried',
  partialImages: 'carried',
  seed: 'seed',
  negativePrompt: 'negative-prompt',
  guidance: 'guidance',
  watermark: 'watermark',
  promptRewrite: 'prompt-rewrite',
  sequence: 'sequence',
  fidelity: 'carried',
  moderation: 'carried',
  people: 'people',
  language: 'language',
  user: 'carried',
  tools: 'tools',
}

/** The fates at a server that takes more fields than OpenAI. */
export function fatesOf({ takes }: ImagesProfile): ImageFates {
  if (takes === undefined || takes.length === 0) return own
  return { ...own, ...Object.fromEntries(takes.map((field) => [field, 'carried'])) }
}
