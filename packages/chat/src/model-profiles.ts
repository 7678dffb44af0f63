import type { ModelProfile } from '@interlingua/core'
import { format } from './extension.ts'

const asOf = '2026-11-21'
/** Reasoning models refuse `max_tokens`, sampling settings and log probabilities, and take instructions as `developer`. */
const reasoning = {
  format,
  asOf,
  sampling: false,
  instructionRole: 'developer',
  maxTokensField: 'max_completion_tokens',
  hostedTools: [],
} as const
/** Since 5.4 tools and thinking exclude each other on this endpoint, and the absence of thinking must be said. */
const newest = { ...reasoning, effortWithTools: 'none' } as const
const plain = { format, asOf, efforts: [], hostedTools: [] } as const
const search = { ...plain, sampling: false, hostedTools: ['web-search'] } as const

/**
 * What model families accept on this format; the first match wins. Gathered from public documentation; extend it by configuration.
 * Prefixed ids (`openai/gpt-6`) are those of routers. https://platform.openai.com/docs/models
 */
export const modelProfiles: readonly ModelProfile[] = [
  // Chat variants do not reason: they take what the models before them took.
  { ...plain, pattern: 'gpt-5*-chat*', maxOutput: 16_384 },
  { ...search, pattern: 'gpt-4o*-search*', maxOutput: 16_384 },
  { ...search, pattern: 'gpt-5*-search*', maxTokensField: 'max_completion_tokens' },
  { ...plain, pattern: 'gpt-audio*', media: ['audio'] },
  { ...newest, pattern: 'gpt-5.4*', efforts: ['none', 'low', 'medium', 'high', 'xhigh'], maxOutput: 128_000 },
  { ...newest, pattern: 'gpt-5.5*', efforts: ['none', 'low', 'medium', 'high', 'xhigh'], maxOutput: 128_000 },
  { ...newest, pattern: 'gpt-5.6*', efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-5.*', efforts: ['none', 'low', 'medium', 'high', 'xhigh'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-5*', efforts: ['minimal', 'low', 'medium', 'high'], maxOutput: 128_000 },
  { ...newest, pattern: 'gpt-6*', efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'o1*', efforts: ['low', 'medium', 'high'], maxOutput: 100_000 },
  { ...reasoning, pattern: 'o3*', efforts: ['low', 'medium', 'high'], stopLimit: 0, maxOutput: 100_000 },
  { ...reasoning, pattern: 'o4*', efforts: ['low', 'medium', 'high'], stopLimit: 0, maxOutput: 100_000 },
  { ...plain, pattern: 'gpt-4.1*', maxOutput: 32_768, media: ['image', 'document'] },
  { ...plain, pattern: 'gpt-4o*', maxOutput: 16_384, media: ['image', 'document', 'audio'] },
  { ...plain, pattern: 'gpt-4-turbo*', maxOutput: 4096, media: ['image'] },
  { ...plain, pattern: 'gpt-4*', maxOutput: 8192, media: [] },
  { ...plain, pattern: 'gpt-3.5*', maxOutput: 4096, media: [] },
  { format, pattern: 'gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'openai/gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'deepseek*', asOf, media: [], maxOutput: 65_536 },
  { format, pattern: 'grok*', asOf, efforts: ['low', 'medium', 'high'], media: ['image'] },
  { format, pattern: 'mistral*', asOf, media: ['image', 'document'], prefill: false },
  { format, pattern: 'magistral*', asOf, media: ['image'], prefill: false },
]
