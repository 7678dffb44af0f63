import type { JsonObject } from '@interlingua/core'
import { createProfileReader } from '@interlingua/core/adapter'
import * as z from 'zod/mini'
import { format } from './extension.ts'

/** Fields of a request that a server may refuse by name. */
const fieldNames = [
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'n',
  'seed',
  'verbosity',
  'store',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
] as const
export type FieldName = (typeof fieldNames)[number]

const dialectSchema = z.strictObject({
  vendor: z.optional(z.string()),
  maxTokensField: z.optional(z.enum(['max_completion_tokens', 'max_tokens'])),
  instructionRole: z.optional(z.enum(['developer', 'system', 'as-is'])),
  reasoningReplay: z.optional(z.enum(['none', 'reasoning_content', 'reasoning', 'reasoning_details'])),
  reasoningControl: z.optional(z.enum(['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'none'])),
  toolResultMedia: z.optional(z.boolean()),
  toolResultText: z.optional(z.enum(['string', 'parts'])),
  cacheMarks: z.optional(z.enum(['prompt_cache_breakpoint', 'cache_control', 'none'])),
  cacheKey: z.optional(z.enum(['prompt_cache_key', 'x-grok-conv-id', 'none'])),
  topK: z.optional(z.boolean()),
  streamUsage: z.optional(z.boolean()),
  strictTools: z.optional(z.boolean()),
  customTools: z.optional(z.boolean()),
  allowedTools: z.optional(z.boolean()),
  toolChoice: z.optional(z.enum(['object', 'string', 'auto'])),
  schemaDialect: z.optional(z.enum(['openai', 'anthropic', 'moonshot', 'any'])),
  rootUnion: z.optional(z.boolean()),
  arrayItems: z.optional(z.boolean()),
  propertyKeys: z.optional(z.int().check(z.positive())),
  callIdPattern: z.optional(
    z.strictObject({ characters: z.enum(['alphanumeric', 'word']), min: z.int().check(z.positive()), max: z.int().check(z.positive()) }),
  ),
  assistantAfterTool: z.optional(z.boolean()),
  prefillField: z.optional(z.enum(['prefix', 'partial'])),
  messageName: z.optional(z.boolean()),
  alternate: z.optional(z.boolean()),
  instructionTurns: z.optional(z.boolean()),
  parallelToolCalls: z.optional(z.boolean()),
  webSearch: z.optional(z.boolean()),
  responseFormat: z.optional(z.enum(['json_schema', 'json_schema-only', 'json_object', 'none'])),
  userField: z.optional(z.enum(['safety_identifier', 'user', 'none'])),
  videoInput: z.optional(z.boolean()),
  fileUrls: z.optional(z.boolean()),
  imageUrls: z.optional(z.boolean()),
  stopLimit: z.optional(z.int().check(z.minimum(0))),
  stopBytes: z.optional(z.int().check(z.positive())),
  seedField: z.optional(z.enum(['seed', 'random_seed'])),
  temperature: z.optional(z.strictObject({ min: z.number(), max: z.number() })),
  reasoningRequired: z.optional(z.boolean()),
  unknownFields: z.optional(z.readonly(z.array(z.enum(fieldNames)))),
})

/**
 * Deviations of a vendor's Chat Completions from OpenAI's, as plain data. An absent fact means OpenAI's own behaviour.
 * - `vendor`: origin of seals, which go back to that origin only
 * - `maxTokensField`: name of the output cap; absent: as the caller spelled it
 * - `instructionRole`: role of instructions; `as-is`: by their authority and the model profile
 * - `reasoningReplay`: field in which earlier reasoning is sent back
 * - `reasoningControl`: field that steers reasoning
 * - `toolResultMedia`: true: tool messages may hold media
 * - `toolResultText`: `string`: the content of a tool message is one string, never a list
 * - `cacheMarks`: spelling of cache marks on parts
 * - `cacheKey`: field or header of the key by which the server finds the machine that has the conversation cached; absent: the model profile
 *   decides
 * - `topK`, `streamUsage`, `strictTools`, `customTools`, `parallelToolCalls`, `webSearch`, `videoInput`, `fileUrls`, `imageUrls`: true: the server
 *   supports the feature
 * - `responseFormat`: strongest output format; `json_schema-only`: JSON mode is a schema that any object fits
 * - `allowedTools`: true: the choice may be among some of the tools; absent: the model profile decides, and for unknown models only the allowed
 *   tools are declared
 * - `toolChoice`: `string`: no tool can be named, so that a forced one is declared alone; `auto`: no call can be forced
 * - `schemaDialect`: rules for schemas of tools (`toolSchemaRules`); absent: OpenAI's, for tools of other formats. `rootUnion`, `arrayItems` and
 *   `propertyKeys` replace one rule each: a union at the root is taken; arrays need items; length of the longest property name
 * - `callIdPattern`: form of call ids
 * - `assistantAfterTool`: true: only the assistant may speak after results
 * - `prefillField`: field that marks a final assistant message to be continued
 * - `messageName`: false: messages have no `name`
 * - `alternate`: true: the chat template demands one leading instruction, and alternating turns of user and assistant
 * - `instructionTurns`: false: instructions may only lead, and later ones become the user's
 * - `userField`: place of the end user's id
 * - `stopLimit`, `stopBytes`: largest number of stop sequences, and their largest length in bytes
 * - `seedField`: name of the seed
 * - `temperature`: range of the temperature
 * - `reasoningRequired`: true: a turn with calls must bring its reasoning back, which is empty if it is lost
 * - `unknownFields`: fields that the server refuses
 */
export type Dialect = z.infer<typeof dialectSchema>

/** Reads the profile in a context, checking each object once. Throws a WireError if it is none. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)

/** Fields that OpenAI's own server added late, and few others have. */
const openaiOnly = ['store', 'verbosity', 'prompt_cache_options', 'prompt_cache_retention'] as const satisfies readonly FieldName[]

const compatible = {
  maxTokensField: 'max_tokens',
  instructionRole: 'system',
  customTools: false,
  allowedTools: false,
  webSearch: false,
  cacheMarks: 'none',
  cacheKey: 'none',
  userField: 'user',
  fileUrls: false,
  unknownFields: openaiOnly,
} as const satisfies Dialect

/** Presets, gathered from the vendors' public documentation in November 2026. Spread and override them at will. */
export const dialects = {
  openai: {},
  azure: { vendor: 'azure', cacheMarks: 'none', cacheKey: 'none', webSearch: false },
  deepseek: {
    ...compatible,
    vendor: 'deepseek',
    reasoningReplay: 'reasoning_content',
    reasoningControl: 'thinking',
    strictTools: false,
    responseFormat: 'json_object',
    userField: 'none',
    parallelToolCalls: false,
    stopLimit: 16,
    // https://api-docs.deepseek.com/guides/thinking_mode
    reasoningRequired: true,
  },
  alibaba: {
    ...compatible,
    vendor: 'alibaba',
    // https://www.alibabacloud.com/help/en/model-studio/partial-mode
    prefillField: 'partial',
    topK: true,
    reasoningReplay: 'reasoning_content',
    reasoningControl: 'enable_thinking',
    strictTools: false,
    userField: 'none',
  },
  moonshot: {
    ...compatible,
    vendor: 'moonshot',
    cacheKey: 'prompt_cache_key',
    maxTokensField: 'max_completion_tokens',
    reasoningReplay: 'reasoning_content',
    reasoningControl: 'thinking',
    strictTools: false,
    // https://platform.kimi.ai/docs/api/chat
    reasoningRequired: true,
    stopLimit: 5,
    stopBytes: 32,
    schemaDialect: 'moonshot',
  },
  zai: {
    ...compatible,
    vendor: 'zai',
    reasoningReplay: 'reasoning_content',
    reasoningControl: 'thinking',
    strictTools: false,
    responseFormat: 'json_object',
    streamUsage: false,
    userField: 'none',
    stopLimit: 1,
    temperature: { min: 0, max: 1 },
    // https://docs.z.ai/api-reference/llm/chat-completion: "currently supports auto only"
    toolChoice: 'auto',
  },
  openrouter: {
    ...compatible,
    vendor: 'openrouter',
    reasoningReplay: 'reasoning_details',
    reasoningControl: 'reasoning',
    cacheMarks: 'cache_control',
    topK: true,
    toolResultMedia: true,
    videoInput: true,
    fileUrls: true,
    unknownFields: [],
  },
  // https://console.groq.com/docs/openai#currently-unsupported-openai-features
  groq: {
    ...compatible,
    vendor: 'groq',
    maxTokensField: 'max_completion_tokens',
    reasoningReplay: 'reasoning',
    strictTools: false,
    toolResultText: 'string',
    messageName: false,
    unknownFields: [...openaiOnly, 'logprobs', 'logit_bias', 'n'],
  },
  // https://docs.mistral.ai/api/#tag/chat, and the answers 3230 and 3280 of the API; what it does not know it refuses
  mistral: {
    ...compatible,
    vendor: 'mistral',
    streamUsage: false,
    userField: 'none',
    toolResultMedia: true,
    instructionTurns: false,
    callIdPattern: { characters: 'alphanumeric', min: 9, max: 9 },
    assistantAfterTool: true,
    prefillField: 'prefix',
    seedField: 'random_seed',
    unknownFields: [...openaiOnly, 'logprobs', 'logit_bias', 'service_tier', 'prompt_cache_key'],
  },
  // https://docs.x.ai/docs/guides/prompt-caching
  xai: { ...compatible, vendor: 'xai', cacheKey: 'x-grok-conv-id', maxTokensField: 'max_completion_tokens', strictTools: false },
  // https://inference-docs.cerebras.ai/resources/openai
  cerebras: {
    ...compatible,
    vendor: 'cerebras',
    maxTokensField: 'max_completion_tokens',
    reasoningReplay: 'reasoning',
    unknownFields: [...openaiOnly, 'frequency_penalty', 'presence_penalty', 'logit_bias'],
  },
  together: { ...compatible, vendor: 'together', topK: true, reasoningReplay: 'reasoning' },
  vllm: { ...compatible, vendor: 'vllm', alternate: true, topK: true, reasoningReplay: 'reasoning', strictTools: false, videoInput: true },
  llamacpp: {
    ...compatible,
    vendor: 'llamacpp',
    alternate: true,
    toolResultText: 'string',
    topK: true,
    reasoningReplay: 'reasoning_content',
    strictTools: false,
    videoInput: true,
  },
  ollama: {
    ...compatible,
    vendor: 'ollama',
    reasoningReplay: 'reasoning',
    strictTools: false,
    userField: 'none',
    parallelToolCalls: false,
    imageUrls: false,
  },
  // https://lmstudio.ai/docs/developer/openai-compat: its messages name the values that it takes
  lmstudio: {
    ...compatible,
    vendor: 'lmstudio',
    alternate: true,
    reasoningReplay: 'reasoning_content',
    strictTools: false,
    userField: 'none',
    imageUrls: false,
    toolChoice: 'string',
    responseFormat: 'json_schema-only',
  },
  // https://docs.fireworks.ai/api-reference/post-chatcompletions
  fireworks: { ...compatible, vendor: 'fireworks', topK: true, reasoningReplay: 'reasoning_content', strictTools: false },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html
  bedrock: {
    ...compatible,
    vendor: 'bedrock',
    maxTokensField: 'max_completion_tokens',
    strictTools: false,
    imageUrls: false,
    userField: 'none',
  },
  // https://platform.minimax.io/docs/api-reference/text-openai-api
  minimax: {
    ...compatible,
    vendor: 'minimax',
    maxTokensField: 'max_completion_tokens',
    reasoningReplay: 'reasoning_details',
    reasoningControl: 'none',
    strictTools: false,
    userField: 'none',
    toolChoice: 'auto',
    instructionTurns: false,
    // The vendor refuses 0.
    temperature: { min: 0.01, max: 1 },
  },
} as const satisfies Readonly<Record<string, Dialect>>

/** Presets by the end of the host of their servers. Servers that anybody may run (vLLM, Ollama, …) have none. */
export const dialectHosts: Readonly<Record<string, keyof typeof dialects>> = {
  '.openai.azure.com': 'azure',
  'api.deepseek.com': 'deepseek',
  '.aliyuncs.com': 'alibaba',
  'api.moonshot.ai': 'moonshot',
  'api.moonshot.cn': 'moonshot',
  'api.z.ai': 'zai',
  'open.bigmodel.cn': 'zai',
  'openrouter.ai': 'openrouter',
  'api.groq.com': 'groq',
  'api.mistral.ai': 'mistral',
  'api.x.ai': 'xai',
  'api.cerebras.ai': 'cerebras',
  'api.together.xyz': 'together',
  'api.fireworks.ai': 'fireworks',
  '.amazonaws.com': 'bedrock',
  'api.minimax.io': 'minimax',
}
