import type { ModelFamily } from './model-family.ts'

/** Reasoning models refuse sampling, penalties, log probabilities and stop sequences. https://platform.openai.com/docs/guides/reasoning */
const reasons = { sampling: false, penalties: false, logprobs: false, stopLimit: 0, maxOutput: 128_000 } as const
/** Models that do not reason take no effort, and no verbosity but the default. */
const plain = { efforts: [], verbosity: false } as const
const upToHigh = ['low', 'medium', 'high'] as const
const upToXhigh = ['low', 'medium', 'high', 'xhigh'] as const
const upToMax = ['low', 'medium', 'high', 'xhigh', 'max'] as const
const extended = ['24h'] as const
const either = ['in_memory', 'in-memory', '24h'] as const
/** Models before 5.6, whose caches are on machines that cache keys choose among. */
const routed = { cacheRouting: true } as const
const short = ['in_memory', 'in-memory'] as const

/**
 * OpenAI's models, more specific patterns before wider ones; unknown newer models count as the newest. As of 2026-11-23.
 * https://platform.openai.com/docs/models https://developers.openai.com/api/docs/guides/latest-model
 * https://platform.openai.com/docs/guides/prompt-caching (marks since 5.6, though not by terra; retention)
 */
export const openaiFamilies: readonly ModelFamily[] = [
  // Chat variants do not reason, and take the same options as the models before them.
  { ...plain, pattern: 'gpt-5*-chat*', maxOutput: 16_384 },
  { ...plain, pattern: 'gpt-6*-chat*', maxOutput: 16_384 },
  { ...reasons, ...routed, pattern: 'gpt-5-pro*', efforts: ['high'] },
  { ...reasons, pattern: 'gpt-5*-pro*', efforts: ['medium', 'high', 'xhigh'] },
  { ...reasons, ...routed, pattern: 'gpt-5-codex*', efforts: upToHigh, cacheRetentions: either },
  { ...reasons, ...routed, pattern: 'gpt-5.1-codex-max*', efforts: upToXhigh, cacheRetentions: either },
  { ...reasons, ...routed, pattern: 'gpt-5.1-codex*', efforts: upToHigh, cacheRetentions: either },
  { ...reasons, ...routed, pattern: 'gpt-5.*-codex*', efforts: upToXhigh },
  { ...reasons, ...routed, pattern: 'gpt-5.1*', efforts: ['none', ...upToHigh], cacheRetentions: either },
  { ...reasons, ...routed, pattern: 'gpt-5.5*', efforts: ['none', ...upToXhigh], cacheRetentions: extended },
  { ...reasons, pattern: 'gpt-5.6-terra*', efforts: ['none', ...upToMax], cacheRetentions: extended },
  { ...reasons, pattern: 'gpt-5.6*', efforts: ['none', ...upToMax], cacheMarks: true, cacheRetentions: extended },
  { ...reasons, ...routed, pattern: 'gpt-5.*', efforts: ['none', ...upToXhigh], cacheRetentions: either },
  { ...reasons, ...routed, pattern: 'gpt-5*', efforts: ['minimal', ...upToHigh], cacheRetentions: either },
  // Models that always reason. https://developers.openai.com/api/docs/guides/deployment-checklist
  { ...reasons, pattern: 'gpt-6-astra*', efforts: upToMax, cacheMarks: true, cacheRetentions: extended },
  { ...reasons, pattern: 'gpt-6.*-terra*', efforts: upToMax, cacheRetentions: extended },
  { ...reasons, pattern: 'gpt-6.*', efforts: upToMax, cacheMarks: true, cacheRetentions: extended },
  { ...reasons, pattern: 'gpt-6*', efforts: ['none', ...upToMax], cacheMarks: true, cacheRetentions: extended },
  { ...reasons, ...routed, pattern: 'o1-mini*', efforts: [], maxOutput: 65_536, cacheRetentions: short },
  { ...reasons, ...routed, pattern: 'o1-preview*', efforts: [], maxOutput: 32_768, cacheRetentions: short },
  { ...reasons, ...routed, pattern: 'o1*', efforts: upToHigh, maxOutput: 100_000, cacheRetentions: short },
  { ...reasons, ...routed, pattern: 'o3*', efforts: upToHigh, maxOutput: 100_000, cacheRetentions: short },
  { ...reasons, ...routed, pattern: 'o4*', efforts: upToHigh, maxOutput: 100_000, cacheRetentions: short },
  { ...plain, ...routed, pattern: 'gpt-4.1*', maxOutput: 32_768, cacheRetentions: either },
  { ...plain, ...routed, pattern: 'gpt-4o*', maxOutput: 16_384, cacheRetentions: short },
  { ...plain, pattern: 'gpt-4-turbo*', maxOutput: 4096, media: ['image'] },
  { ...plain, pattern: 'gpt-4*', maxOutput: 8192, media: [] },
  { ...plain, pattern: 'gpt-3.5*', maxOutput: 4096, media: [] },
  { pattern: '*gpt-oss*', efforts: upToHigh, media: [] },
  // Unknown newer models: only the efforts that the newest known ones share.
  { ...reasons, pattern: 'gpt-*', efforts: upToMax, cacheRetentions: extended },
]
