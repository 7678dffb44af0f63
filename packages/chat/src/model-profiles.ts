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

const deepseekEfforts = ['low', 'high', 'max'] as const
const kimi = { format, asOf, efforts: [], sampling: false, maxTokensField: 'max_completion_tokens' } as const
const claude = {
  format,
  asOf,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  sampling: false,
  prefill: false,
  maxOutput: 128_000,
} as const

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
  // Cache marks are taken since 5.6, though not by terra. https://platform.openai.com/docs/guides/prompt-caching
  { ...newest, pattern: 'gpt-5.6-terra*', efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...newest, pattern: 'gpt-5.6*', cacheMarks: true, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-5.*', efforts: ['none', 'low', 'medium', 'high', 'xhigh'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-5*', efforts: ['minimal', 'low', 'medium', 'high'], maxOutput: 128_000 },
  // These two call tools on the Responses endpoint alone, and always reason. https://developers.openai.com/api/docs/guides/deployment-checklist
  { ...reasoning, pattern: 'gpt-6-astra*', cacheMarks: true, efforts: ['low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'gpt-6.1-sol*', cacheMarks: true, efforts: ['low', 'medium', 'high', 'xhigh'], maxOutput: 128_000 },
  { ...newest, pattern: 'gpt-6*', cacheMarks: true, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], maxOutput: 128_000 },
  { ...reasoning, pattern: 'o1*', efforts: ['low', 'medium', 'high'], maxOutput: 100_000 },
  { ...reasoning, pattern: 'o3*', efforts: ['low', 'medium', 'high'], stopLimit: 0, maxOutput: 100_000 },
  { ...reasoning, pattern: 'o4*', efforts: ['low', 'medium', 'high'], stopLimit: 0, maxOutput: 100_000 },
  { ...plain, pattern: 'gpt-4.1*', maxOutput: 32_768, media: ['image', 'document'] },
  { ...plain, pattern: 'gpt-4o*', maxOutput: 16_384, media: ['image', 'document', 'audio'] },
  { ...plain, pattern: 'gpt-4-turbo*', maxOutput: 4096, media: ['image'] },
  { ...plain, pattern: 'gpt-4*', maxOutput: 8192, media: [] },
  { ...plain, pattern: 'gpt-3.5*', maxOutput: 4096, media: [] },
  { format, pattern: '*gpt-oss*', asOf, efforts: ['low', 'medium', 'high'], media: [] },
  // https://api-docs.deepseek.com/guides/thinking_mode
  { format, pattern: 'deepseek-v4*', asOf, efforts: deepseekEfforts, media: [], maxOutput: 384_000 },
  { format, pattern: 'deepseek-flash*', asOf, efforts: deepseekEfforts, media: [], maxOutput: 384_000 },
  { format, pattern: 'deepseek-pro*', asOf, efforts: deepseekEfforts, media: [], maxOutput: 384_000 },
  { format, pattern: 'deepseek*', asOf, media: [], maxOutput: 65_536 },
  // https://docs.x.ai/docs/guides/reasoning: which of them take an effort
  { format, pattern: 'grok-3-mini*', asOf, efforts: ['low', 'high'], media: [] },
  { format, pattern: 'grok-3*', asOf, efforts: [], media: [] },
  { format, pattern: 'grok-4.3*', asOf, efforts: ['none', 'low', 'medium', 'high'], media: ['image'] },
  { format, pattern: 'grok-4.2*', asOf, efforts: [], media: ['image'] },
  { format, pattern: 'grok-4.*', asOf, efforts: ['low', 'medium', 'high'], media: ['image'] },
  { format, pattern: 'grok-4*', asOf, efforts: [], media: ['image'] },
  { format, pattern: 'grok-code*', asOf, efforts: [] },
  { format, pattern: 'grok*', asOf, efforts: ['low', 'medium', 'high'], media: ['image'] },
  // https://docs.mistral.ai/capabilities/reasoning
  { format, pattern: 'mistral-small-latest*', asOf, efforts: ['none', 'high'], media: ['image', 'document'], prefill: false },
  { format, pattern: 'mistral-small-2603*', asOf, efforts: ['none', 'high'], media: ['image', 'document'], prefill: false },
  { format, pattern: 'mistral-medium-3-5*', asOf, efforts: ['none', 'high'], media: ['image', 'document'], prefill: false },
  { format, pattern: 'mistral-large-4*', asOf, media: ['image', 'document'], prefill: false, maxOutput: 262_144 },
  { format, pattern: 'mistral*', asOf, media: ['image', 'document'], prefill: false },
  // They always reason, and take no effort.
  { format, pattern: 'magistral*', asOf, efforts: [], media: ['image'], prefill: false },
  // The platform fixes the sampling of its kimi models. https://platform.kimi.ai/docs/api/models-overview
  { ...kimi, pattern: 'kimi-k3*', efforts: ['low', 'high', 'max'] },
  { ...kimi, pattern: 'kimi*' },
  // The vendor's endpoint takes no choice of tools but `auto`. https://docs.z.ai/guides/capabilities/thinking-mode
  { format, pattern: 'glm-5.3*', asOf, efforts: ['low', 'high', 'max'], forcedTool: false, media: [], maxOutput: 131_072 },
  { format, pattern: 'glm-5.2*', asOf, forcedTool: false, media: [], maxOutput: 131_072 },
  { format, pattern: 'glm*', asOf, efforts: [], forcedTool: false },
  // https://platform.minimax.io/docs/api-reference/text-openai-api
  { format, pattern: 'MiniMax-M*', asOf, efforts: [], forcedTool: false, maxTokensField: 'max_completion_tokens' },
  // Groq's own word for on is `default`, and it is the default. https://console.groq.com/docs/reasoning
  { format, pattern: 'qwen/qwen3-32b*', asOf, efforts: [], media: [] },
  { format, pattern: 'qwen3-max*', asOf, efforts: [], media: [], maxOutput: 65_536 },
  { format, pattern: 'llama-3.3*', asOf, efforts: [], media: [] },
  { format, pattern: 'llama-3.1*', asOf, efforts: [], media: [] },
  { format, pattern: 'meta-llama/Llama-3.3*', asOf, efforts: [], media: [] },
  // https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5
  { ...claude, pattern: 'anthropic/claude-opus-5*' },
  { ...claude, pattern: 'anthropic/claude-sonnet-5*' },
  { ...claude, pattern: 'anthropic/claude-haiku-5*' },
]
