import type { ModelProfile } from '@interlingua/core'
import { format } from './extension.ts'

const asOf = '2026-11-21'
/** Reasoning models refuse sampling settings and log probabilities. */
const reasoning = { format, asOf, sampling: false, maxOutput: 128_000 } as const
const plain = { format, asOf, efforts: [] } as const

/**
 * What model families accept on this format; the first match wins. Gathered from public documentation; extend it by configuration.
 * https://platform.openai.com/docs/models
 */
export const modelProfiles: readonly ModelProfile[] = [
  // Chat variants do not reason.
  { ...plain, pattern: 'gpt-5*-chat*', maxOutput: 16_384 },
  { ...reasoning, pattern: 'gpt-5-pro*', efforts: ['high'] },
  { ...reasoning, pattern: 'gpt-5*-pro*', efforts: ['medium', 'high', 'xhigh'] },
  { ...reasoning, pattern: 'gpt-5-codex*', efforts: ['low', 'medium', 'high'] },
  { ...reasoning, pattern: 'gpt-5.1-codex-max*', efforts: ['low', 'medium', 'high', 'xhigh'] },
  { ...reasoning, pattern: 'gpt-5.1-codex*', efforts: ['low', 'medium', 'high'] },
  { ...reasoning, pattern: 'gpt-5.*-codex*', efforts: ['low', 'medium', 'high', 'xhigh'] },
  { ...reasoning, pattern: 'gpt-5.1*', efforts: ['none', 'low', 'medium', 'high'] },
  // Cache marks are taken since 5.6, though not by terra. https://platform.openai.com/docs/guides/prompt-caching
  { ...reasoning, pattern: 'gpt-5.6-terra*', efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] },
  { ...reasoning, pattern: 'gpt-5.6*', cacheMarks: true, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] },
  { ...reasoning, pattern: 'gpt-5.*', efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  { ...reasoning, pattern: 'gpt-5*', efforts: ['minimal', 'low', 'medium', 'high'] },
  // These two always reason. https://developers.openai.com/api/docs/guides/deployment-checklist
  { ...reasoning, pattern: 'gpt-6-astra*', cacheMarks: true, efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  { ...reasoning, pattern: 'gpt-6.1-sol*', cacheMarks: true, efforts: ['low', 'medium', 'high', 'xhigh'] },
  { ...reasoning, pattern: 'gpt-6*', cacheMarks: true, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] },
  { ...reasoning, pattern: 'o1*', efforts: ['low', 'medium', 'high'], maxOutput: 100_000 },
  { ...reasoning, pattern: 'o3*', efforts: ['low', 'medium', 'high'], maxOutput: 100_000 },
  { ...reasoning, pattern: 'o4*', efforts: ['low', 'medium', 'high'], maxOutput: 100_000 },
  { ...plain, pattern: 'gpt-4.1*', maxOutput: 32_768, media: ['image', 'document'] },
  { ...plain, pattern: 'gpt-4o*', maxOutput: 16_384, media: ['image', 'document'] },
  { ...plain, pattern: 'gpt-4-turbo*', maxOutput: 4096, media: ['image'] },
  { ...plain, pattern: 'gpt-4*', maxOutput: 8192, media: [] },
  { ...plain, pattern: 'gpt-3.5*', maxOutput: 4096, media: [] },
  { format, pattern: 'gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'openai/gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'openai.gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  { format, pattern: 'deepseek*', asOf, media: [], maxOutput: 65_536 },
  { format, pattern: 'grok*', asOf, efforts: ['low', 'medium', 'high'], media: ['image', 'document'] },
]
