import type { ModelProfile } from '@interlingua/core'
import { format } from './extension.ts'

const asOf = '2026-11-23'
const media = ['image', 'audio', 'video', 'document'] as const
const levels = ['minimal', 'low', 'medium', 'high'] as const

/** "Penalty is not enabled for this model", "Logprobs is not enabled for this model": https://ai.google.dev/api/generate-content */
const every = { format, asOf, penalties: false, logprobs: false } as const
/** Facts about the second generation: pairs calls by name, takes no hosted tools beside functions, and thinks by a budget or not at all. */
const second = {
  ...every,
  media,
  callIds: false,
  needsSeal: false,
  mixedTools: false,
  formatWithTools: false,
  resultMedia: false,
  candidateLimit: 8,
  maxOutput: 65_536,
} as const
/**
 * Facts about the third generation: always thinks, by level; signs calls and demands the signatures back; takes functions and hosted tools
 * together.
 */
const third = {
  ...every,
  media,
  callIds: true,
  needsSeal: true,
  reasoning: ['on', 'adaptive'],
  candidateLimit: 1,
  maxOutput: 65_536,
} as const
/** Facts since 3.6 (and 3.5 Flash-Lite): no prefill, and sampling has no effect. */
const newest = { ...third, prefill: false, sampling: false, efforts: levels } as const
const images = { ...every, media: ['image', 'document'], candidateLimit: 1, maxOutput: 32_768 } as const
const aspectRatios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const
const sizes = ['1K', '2K', '4K'] as const
const widest = { aspectRatios: [...aspectRatios, '1:4', '4:1', '1:8', '8:1'], sizes } as const
const oneSize = { aspectRatios, sizes: [] } as const
const thirdImages = {
  ...images,
  needsSeal: true,
  efforts: ['minimal', 'high'],
  reasoning: ['on', 'adaptive'],
  hostedTools: ['web-search'],
  images: widest,
} as const
const speech = {
  ...every,
  media: [],
  efforts: [],
  needsSeal: false,
  reasoning: ['off'],
  hostedTools: [],
  candidateLimit: 1,
  maxOutput: 16_384,
} as const

/**
 * Facts about the Gemini families, more specific patterns before wider ones; extend or replace them by configuration.
 * https://ai.google.dev/gemini-api/docs/models https://ai.google.dev/gemini-api/docs/thinking
 */
export const modelProfiles: readonly ModelProfile[] = [
  // images and speech; https://ai.google.dev/gemini-api/docs/image-generation has the shapes and sizes
  {
    ...images,
    pattern: '*gemini-2*-flash*image*',
    efforts: [],
    reasoning: ['off'],
    hostedTools: [],
    callIds: false,
    needsSeal: false,
    images: oneSize,
  },
  { ...thirdImages, pattern: '*gemini-3-pro-image*', images: { aspectRatios, sizes } },
  { ...thirdImages, pattern: '*gemini-3*image*' },
  { ...images, pattern: '*gemini-nano-banana*', needsSeal: true, hostedTools: ['web-search'], images: widest },
  { ...speech, pattern: '*gemini-*-tts*' },
  // 3.6 and later
  { ...newest, pattern: '*gemini-3.6-flash*' },
  // 3 to 3.5
  { ...newest, pattern: '*gemini-3.5-flash-lite*', sampling: true },
  { ...third, pattern: '*gemini-3.5-pro*', efforts: ['low', 'medium', 'high'] },
  { ...third, pattern: '*gemini-3.5-*', efforts: levels },
  { ...third, pattern: '*gemini-3.1-pro*', efforts: ['low', 'medium', 'high'] },
  { ...third, pattern: '*gemini-3.1-*', efforts: levels },
  { ...third, pattern: '*gemini-3-pro*', efforts: ['low', 'high'] },
  { ...third, pattern: '*gemini-3-*', efforts: levels },
  // 2.5: a budget
  { ...second, pattern: '*gemini-2.5-flash-lite*', efforts: [], reasoning: ['off', 'on', 'adaptive'], budget: { min: 512, max: 24_576 } },
  { ...second, pattern: '*gemini-2.5-flash*', efforts: [], reasoning: ['off', 'on', 'adaptive'], budget: { min: 1, max: 24_576 } },
  { ...second, pattern: '*gemini-2.5-pro*', efforts: [], reasoning: ['on', 'adaptive'], budget: { min: 128, max: 32_768 } },
  // before that: no thinking
  { ...second, pattern: '*gemini-2.0-flash-thinking*', efforts: [], maxOutput: 65_536 },
  { ...second, pattern: '*gemini-2.0-*', efforts: [], reasoning: ['off'], maxOutput: 8192 },
  { ...second, pattern: '*gemini-1.*', efforts: [], reasoning: ['off'], maxOutput: 8192, schemaDialect: 'gemini-schema' },
  { ...second, pattern: '*gemma-*', efforts: [], reasoning: ['off'], media: ['image'], hostedTools: [], maxOutput: 8192 },
  // aliases, and what is newer than this table: the newest family
  { ...newest, pattern: '*gemini*flash-lite*' },
  { ...newest, pattern: '*gemini*', efforts: ['low', 'medium', 'high'] },
]
