import type { ImageFates } from '../fates.ts'
import type { ImagesProfile } from './profile.ts'

/** OpenAI's own. `delivery` and the group of fidelity are lowered before; whoever serves the caller sees to the delivery. */
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

/** With what a compatible server takes beside OpenAI's fields. */
export function fatesOf({ takes }: ImagesProfile): ImageFates {
  if (takes === undefined || takes.length === 0) return own
  return { ...own, ...Object.fromEntries(takes.map((field) => [field, 'carried'])) }
}
