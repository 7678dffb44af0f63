import type { ModelProfile } from '@interlingua/core'
import { claudeFamilies, grokFamilies, kimiFamilies, openaiFamilies, withRouters } from '@interlingua/core/lower'
import type { ModelFamily } from '@interlingua/core/lower'
import { format } from './extension.ts'

const asOf = '2026-11-23'

/** Reasoning models take one field for the cap, and instructions as `developer`. https://platform.openai.com/docs/guides/reasoning */
const reasoning = { instructionRole: 'developer', maxTokensField: 'max_completion_tokens', allowedTools: true } as const
/**
 * Models that take tools on this endpoint only without thinking, which must be stated.
 * https://developers.openai.com/api/docs/guides/latest-model
 */
const toolsWithoutThinking = { effortWithTools: 'none' } as const
/** Models that call tools only on the Responses endpoint. https://developers.openai.com/api/docs/guides/deployment-checklist */
const toolsElsewhere = { tools: false } as const

/** Facts about OpenAI's models on this endpoint only. */
const here: Readonly<Record<string, Partial<ModelProfile>>> = {
  'gpt-5.4*': toolsWithoutThinking,
  'gpt-5.5*': toolsWithoutThinking,
  'gpt-5.6-terra*': toolsWithoutThinking,
  'gpt-5.6*': toolsWithoutThinking,
  'gpt-6*': toolsWithoutThinking,
  'gpt-6-astra*': toolsElsewhere,
  'gpt-6.*-terra*': toolsElsewhere,
  'gpt-6.*': toolsElsewhere,
  'gpt-4.1*': { media: ['image', 'document'] },
  'gpt-4o*': { media: ['image', 'document', 'audio'] },
}

function ofOpenai(family: ModelFamily): readonly ModelProfile[] {
  const profile = {
    format,
    asOf,
    hostedTools: [],
    ...(family.pattern !== '*gpt-oss*' && { toolLimit: 128 }),
    ...(family.sampling === false && reasoning),
    ...family,
    ...here[family.pattern],
  }
  // gpt-5.4 has a rule of its own here, unlike the other models after gpt-5.
  return family.pattern === 'gpt-5.*' ? [{ ...profile, ...toolsWithoutThinking, pattern: 'gpt-5.4*' }, profile] : [profile]
}

const search = { format, asOf, efforts: [], verbosity: false, sampling: false, hostedTools: ['web-search'] } as const
const other = { format, asOf, verbosity: false } as const

const deepseekEfforts = ['low', 'high', 'max'] as const
/** DeepSeek's models think by default, and then refuse a forced tool. https://api-docs.deepseek.com/guides/thinking_mode */
const deepseek = { ...other, media: [], forcedToolWithReasoning: false } as const
/** Mistral's templates read only ids of nine characters, wherever the models run. https://docs.mistral.ai/api/ (the answer 3280) */
const mistralIds = { callIdPattern: { characters: 'alphanumeric', min: 9, max: 9 } } as const
const mistral = { ...other, ...mistralIds, media: ['image', 'document'], prefill: false } as const
/** The vendor's endpoint takes only the choice `auto`. https://docs.z.ai/guides/capabilities/thinking-mode */
const glm = { ...other, forcedTool: false, media: [] } as const
const plain = { ...other, efforts: [], media: [] } as const
/** Thinking excludes a forced tool and JSON output. https://www.alibabacloud.com/help/en/model-studio/deep-thinking */
const qwen = { ...other, forcedToolWithReasoning: false, formatWithReasoning: false } as const
/** https://ai.google.dev/gemini-api/docs/openai */
const gemini = { ...other, penalties: false, logprobs: false, stopLimit: 5 } as const

/**
 * Profile of a Claude family as routers serve it in this format.
 * https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5
 */
function ofClaude({ instructionTurns: _, toolNameLimit: __, ...family }: ModelFamily): ModelProfile {
  // Routers turn an effort into a budget for models without efforts.
  return { ...other, ...family, schemaDialect: 'anthropic' }
}

const vendors: readonly ModelProfile[] = [
  { ...search, pattern: 'gpt-4o*-search*', maxOutput: 16_384 },
  { ...search, pattern: 'gpt-5*-search*', maxTokensField: 'max_completion_tokens' },
  { ...plain, pattern: 'gpt-audio*', hostedTools: [], media: ['audio'] },
  ...openaiFamilies.flatMap(ofOpenai),
  { ...deepseek, pattern: 'deepseek-v4*', efforts: deepseekEfforts, maxOutput: 384_000 },
  { ...deepseek, pattern: 'deepseek-flash*', efforts: deepseekEfforts, maxOutput: 384_000 },
  { ...deepseek, pattern: 'deepseek-pro*', efforts: deepseekEfforts, maxOutput: 384_000 },
  { ...deepseek, pattern: 'deepseek-chat*', efforts: deepseekEfforts, maxOutput: 65_536 },
  { ...deepseek, pattern: 'deepseek-reasoner*', efforts: deepseekEfforts, maxOutput: 65_536, logprobs: false },
  { ...deepseek, pattern: 'deepseek*', maxOutput: 65_536 },
  ...grokFamilies.map((family) => ({ ...other, ...family })),
  // https://docs.mistral.ai/capabilities/reasoning
  { ...mistral, pattern: 'mistral-small-latest*', efforts: ['none', 'high'] },
  { ...mistral, pattern: 'mistral-small-2603*', efforts: ['none', 'high'] },
  { ...mistral, pattern: 'mistral-medium-3-5*', efforts: ['none', 'high'] },
  { ...mistral, pattern: 'mistral-large-4*', maxOutput: 262_144 },
  { ...mistral, pattern: 'mistral*' },
  // Magistral always reasons, and takes no effort.
  { ...mistral, pattern: 'magistral*', efforts: [], media: ['image'] },
  ...kimiFamilies.map((family) => ({ ...other, schemaDialect: 'moonshot', maxTokensField: 'max_completion_tokens', ...family })),
  // Models that see have a v behind their number. https://docs.z.ai/guides/vlm/glm-4.6v
  { ...glm, pattern: 'glm-*v*', efforts: [], media: ['image'] },
  { ...glm, pattern: 'glm-5.3*', efforts: ['low', 'high', 'max'], maxOutput: 131_072 },
  { ...glm, pattern: 'glm-5.2*', maxOutput: 131_072 },
  { ...glm, pattern: 'glm*', efforts: [] },
  // https://platform.minimax.io/docs/api-reference/text-openai-api
  {
    ...other,
    pattern: 'MiniMax-M*',
    efforts: [],
    forcedTool: false,
    candidateLimit: 1,
    maxTokensField: 'max_completion_tokens',
  },
  // Groq's only word beside `none` is `default`, which is the default. https://console.groq.com/docs/reasoning
  { ...plain, pattern: 'qwen/qwen3-32b*', efforts: ['none'] },
  { ...qwen, pattern: 'qwen3-max*', efforts: [], media: [], maxOutput: 65_536 },
  // Open models, named by their size: "parameter.enable_thinking must be set to false for non-streaming calls"
  { ...qwen, pattern: 'qwen3*-*b*', reasoningUnstreamed: false },
  { ...qwen, pattern: 'qwen*' },
  { ...plain, pattern: 'llama-3.3*' },
  { ...plain, pattern: 'llama-3.1*' },
  { ...plain, pattern: 'meta-llama/Llama-3.3*' },
]

/**
 * Facts about model families on this format, the first match first, gathered from public documentation; extend the table by configuration.
 * https://platform.openai.com/docs/models
 * Prefixed ids (`openai/gpt-6`) are those of routers, which reach OpenAI's models by the Responses endpoint. The last entry is for unknown
 * models, and asks for nothing that only one vendor has.
 */
export const modelProfiles: readonly ModelProfile[] = [
  ...withRouters(vendors).map(atRouter),
  ...claudeFamilies.map(ofClaude),
  { ...gemini, pattern: '*gemini-2.5-pro*', efforts: ['low', 'medium', 'high'] },
  { ...gemini, pattern: '*gemini-2.5*', efforts: ['none', 'low', 'medium', 'high'] },
  { ...gemini, pattern: '*gemini*', efforts: ['low', 'medium', 'high'] },
  { ...other, pattern: '*', hostedTools: [] },
]

/** Drops facts that hold only at the vendor's own endpoint. */
function atRouter(profile: ModelProfile): ModelProfile {
  if (!profile.pattern.startsWith('*/')) return profile
  const { tools: _, toolLimit: __, effortWithTools: ___, allowedTools: ____, reasoningUnstreamed: _____, ...rest } = profile
  return rest
}
