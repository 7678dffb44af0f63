import type { ImageRequest } from '../image-request.ts'
import type { ImagesProfile } from './profile.ts'

/** The limits of a model of this API. */
export interface ModelFacts {
  readonly sizes: 'any' | 'sixteens' | readonly string[]
  readonly fidelity: readonly NonNullable<ImageRequest['fidelity']>[]
  readonly responseFormat: boolean
  readonly perCall: number
  readonly streams: boolean
}

const gpt: ModelFacts = { sizes: 'sixteens', fidelity: ['high', 'low'], responseFormat: false, perCall: 10, streams: true }
const dallE: ModelFacts = { sizes: ['256x256', '512x512', '1024x1024'], fidelity: [], responseFormat: true, perCall: 10, streams: false }
const first = ['1024x1024', '1536x1024', '1024x1536']

/** The limits by the model's id, of which the first match counts. https://platform.openai.com/docs/models */
const table: readonly (readonly [RegExp, ModelFacts])[] = [
  [/gpt-image-1-mini/, { ...gpt, sizes: first, fidelity: ['low'] }],
  [/gpt-image-1(\.\d)?(?![\d.])|chatgpt-image/, { ...gpt, sizes: first }],
  [/gpt-image-2(?!\.)/, { ...gpt, fidelity: [] }],
  [/gpt-image/, gpt],
  [/dall-e-3/, { ...dallE, sizes: ['1024x1024', '1792x1024', '1024x1792'], perCall: 1 }],
  [/dall-e/, dallE],
  [/grok/, { ...gpt, sizes: 'any', fidelity: [], responseFormat: true, streams: false }],
]

/** The limits of a model, with the profile's own values first. An unknown model takes every size. */
export function modelFacts(model: string, profile: ImagesProfile): ModelFacts {
  const known = table.find(([pattern]) => pattern.test(model.toLowerCase()))?.[1] ?? { ...gpt, sizes: 'any' }
  return {
    sizes: profile.sizes ?? known.sizes,
    fidelity: known.fidelity,
    responseFormat: profile.responseFormat ?? known.responseFormat,
    perCall: profile.perCall ?? known.perCall,
    streams: profile.streams ?? known.streams,
  }
}
