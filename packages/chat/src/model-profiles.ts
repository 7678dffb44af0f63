import type { ModelProfile } from '@interlingua/core'
import { format } from './extension.ts'

const asOf = '2026-11-21'
/** Reasoning models refuse `max_tokens`, sampling settings and log probabilities, and take instructions as `developer`. */
const reasoning = { format, asOf, sampling: false, instructionRole: 'developer', maxTokensField: 'max_completion_tokens' } as const

/**
 * What model families accept on this format; the first match wins. Gathered from public documentation; extend it by configuration.
 * Prefixed ids (`openai/gpt-6`) are those of routers. https://platform.openai.com/docs/models
 */
export const modelProfiles: readonly ModelProfile[] = [
  // Chat variants do not reason: they take what the models before them took.
  { format, pattern: 'gpt-5*-chat*', asOf, efforts: [], maxOutput: 16_384 },
  { format, pattern: 'gpt-4o*-search*', asOf, efforts: [], sampling: false, maxOutput: 16_384 },
  { format, pattern: 'gpt-audio*', asOf, efforts: [], media: ['audio'] },
  { ...reasoning, pattern: 'gpt-5.6*', efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-5.*', efforts: ['none', 'low', 'medium', 'high', 'xhigh'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-5*', efforts: ['minimal', 'low', 'medium', 'high'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-6*', efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'o1*', efforts: ['low', 'medium', 'high'], maxOutput: 100_000 },
  { ...reasoning, pattern: 'o3*', efforts: ['low', 'medium', 'high'], stopLimit: 0, maxOutput: 100_000 },
  { ...reasoning, pattern: 'o4*', efforts: ['low', 'medium', 'high'], stopLimit: 0, maxOutput: 100_000 },
  { format, pattern: 'gpt-4.1*', asOf, efforts: [], maxOutput: 32_768, media: ['image', 'document'] },
  { format, pattern: 'gpt-4o*', asOf, efforts: [], maxOutput: 16_384, media: ['image', 'document', 'audio'] },
  { format, pattern: 'gpt-4-turbo*', asOf, efforts: [], maxOutput: 4096, media: ['image'] },
  { format, pattern: 'gpt-4*', asOf, efforts: [], maxOutput: 8192, media: [] },
  { format, pattern: 'gpt-3.5*', asOf, efforts: [], maxOutput: 4096, media: [] },
  { format, pattern: 'gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'openai/gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'deepseek*', asOf, media: [], maxOutput: 65_536 },
  { format, pattern: 'grok*', asOf, efforts: ['low', 'medium', 'high'], media: ['image'] },
  { format, pattern: 'mistral*', asOf, media: ['image', 'document'], prefill: false },
  { format, pattern: 'magistral*', asOf, media: ['image'], prefill: false },
]
