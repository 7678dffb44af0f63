import type { JsonObject } from '@interlingua/core'
import { createProfileReader } from '@interlingua/core'
import * as z from 'zod'
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

const dialectSchema = z.looseObject({
  vendor: z.string().optional(),
  maxTokensField: z.enum(['max_completion_tokens', 'max_tokens']).optional(),
  instructionRole: z.enum(['developer', 'system', 'as-is']).optional(),
  reasoningReplay: z.enum(['none', 'reasoning_content', 'reasoning', 'reasoning_details']).optional(),
  reasoningControl: z.enum(['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'none']).optional(),
  toolResultMedia: z.boolean().optional(),
  toolResultText: z.enum(['string', 'parts']).optional(),
  cacheMarks: z.enum(['prompt_cache_breakpoint', 'cache_control', 'none']).optional(),
  topK: z.boolean().optional(),
  streamUsage: z.boolean().optional(),
  strictTools: z.boolean().optional(),
  customTools: z.boolean().optional(),
  allowedTools: z.boolean().optional(),
  toolChoice: z.enum(['object', 'string', 'auto']).optional(),
  schemaDialect: z.enum(['openai', 'anthropic', 'moonshot', 'any']).optional(),
  rootUnion: z.boolean().optional(),
  arrayItems: z.boolean().optional(),
  propertyKeys: z.number().int().positive().optional(),
  callIdPattern: z
    .strictObject({ characters: z.enum(['alphanumeric', 'word']), min: z.number().int().positive(), max: z.number().int().positive() })
    .optional(),
  assistantAfterTool: z.boolean().optional(),
  prefillField: z.enum(['prefix', 'partial']).optional(),
  messageName: z.boolean().optional(),
  alternate: z.boolean().optional(),
  instructionTurns: z.boolean().optional(),
  parallelToolCalls: z.boolean().optional(),
  webSearch: z.boolean().optional(),
  responseFormat: z.enum(['json_schema', 'json_schema-only', 'json_object', 'none']).optional(),
  userField: z.enum(['safety_identifier', 'user', 'none']).optional(),
  videoInput: z.boolean().optional(),
  fileUrls: z.boolean().optional(),
  imageUrls: z.boolean().optional(),
  stopLimit: z.number().int().min(0).optional(),
  stopBytes: z.number().int().positive().optional(),
  seedField: z.enum(['seed', 'random_seed']).optional(),
  temperature: z.strictObject({ min: z.number(), max: z.number() }).optional(),
  reasoningRequired: z.boolean().optional(),
  unknownFields: z.array(z.enum(fieldNames)).readonly().optional(),
})

/**
 * How a vendor's Chat Completions deviates from OpenAI's: plain data. An absent fact is OpenAI's own behaviour.
 * - `vendor`: names the origin of seals, so that they go back to it alone
 * - `maxTokensField`: the one that the server knows; absent: as the caller spelled it
 * - `instructionRole`: the role of instructions; `as-is`: by their authority and the model profile
 * - `reasoningReplay`: the field in which earlier reasoning is sent back
 * - `reasoningControl`: the field that steers reasoning
 * - `toolResultMedia`: tool messages may hold media
 * - `toolResultText`: `string`, the content of a tool message is one string, never a list
 * - `cacheMarks`: the spelling of cache marks on parts
 * - `topK`, `streamUsage`, `strictTools`, `customTools`, `allowedTools`, `parallelToolCalls`, `webSearch`, `videoInput`, `fileUrls`, `imageUrls`: the server knows the feature
 * - `responseFormat`: the strongest output format that it knows; `json_schema-only`: JSON is a schema that any object fits
 * - `allowedTools`: absent, the model profile decides; an unknown model gets the tools that it may call, and no others
 * - `toolChoice`: `string`: no tool is named, so that a forced one is declared alone; `auto`: nothing can be forced
 * - `schemaDialect`: what the server refuses in the schema of a tool (`toolSchemaRules`); absent: what OpenAI does, for tools of other formats.
 *   `rootUnion`, `arrayItems`, `propertyKeys` change one rule of it: a union at the root is taken; an array needs items; the longest name of a property
 * - `callIdPattern`: what ids of calls look like
 * - `assistantAfterTool`: after results only the assistant may speak
 * - `prefillField`: the field that says of a last assistant message that the answer goes on from it
 * - `messageName`: false, messages have no `name`
 * - `alternate`: the chat template wants one leading instruction, and turns of the user and the assistant that alternate
 * - `instructionTurns`: false, instructions may only lead: later ones are said by the user
 * - `userField`: where the end user's id goes
 * - `stopLimit`, `stopBytes`: how many stop sequences it takes, and how long one may be
 * - `seedField`: how it spells the seed
 * - `temperature`: the range that it takes
 * - `reasoningRequired`: a turn with calls must bring its reasoning back, which is empty where it is lost
 * - `unknownFields`: fields that it refuses
 */
export type Dialect = z.infer<typeof dialectSchema>

/** The profile in a context. Throws a WireError where it is none. Checked once per object. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)

/** What came to OpenAI's own server late, and to few others. */
const openaiOnly = ['store', 'verbosity', 'prompt_cache_options', 'prompt_cache_retention'] as const satisfies readonly FieldName[]

const compatible = {
  maxTokensField: 'max_tokens',
  instructionRole: 'system',
  customTools: false,
  allowedTools: false,
  webSearch: false,
  cacheMarks: 'none',
  userField: 'user',
  fileUrls: false,
  unknownFields: openaiOnly,
} as const satisfies Dialect

/** Presets, gathered from the vendors' public documentation in November 2026. Spread and override them at will. */
export const dialects = {
  openai: {},
  azure: { vendor: 'azure', cacheMarks: 'none', webSearch: false },
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
  xai: { ...compatible, vendor: 'xai', maxTokensField: 'max_completion_tokens', strictTools: false },
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
    // 0 is refused.
    temperature: { min: 0.01, max: 1 },
  },
} as const satisfies Readonly<Record<string, Dialect>>
