import type { JsonObject } from '@interlingua/core'
import { createProfileReader } from '@interlingua/core'
import { z } from 'zod'
import { format } from './extension.ts'

const dialectSchema = z.looseObject({
  vendor: z.string().optional(),
  maxTokensField: z.enum(['max_completion_tokens', 'max_tokens']).optional(),
  instructionRole: z.enum(['developer', 'system', 'as-is']).optional(),
  reasoningReplay: z.enum(['none', 'reasoning_content', 'reasoning', 'reasoning_details']).optional(),
  reasoningControl: z.enum(['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'none']).optional(),
  toolResultMedia: z.boolean().optional(),
  cacheMarks: z.enum(['prompt_cache_breakpoint', 'cache_control', 'none']).optional(),
  topK: z.boolean().optional(),
  streamUsage: z.boolean().optional(),
  strictTools: z.boolean().optional(),
  customTools: z.boolean().optional(),
  allowedTools: z.boolean().optional(),
  parallelToolCalls: z.boolean().optional(),
  webSearch: z.boolean().optional(),
  responseFormat: z.enum(['json_schema', 'json_object', 'none']).optional(),
  userField: z.enum(['safety_identifier', 'user', 'none']).optional(),
  videoInput: z.boolean().optional(),
  fileUrls: z.boolean().optional(),
  imageUrls: z.boolean().optional(),
  stopLimit: z.number().int().positive().optional(),
})

/**
 * How a vendor's Chat Completions deviates from OpenAI's: plain data. An absent fact is OpenAI's own behaviour.
 * - `vendor`: names the origin of seals, so that they go back to it alone
 * - `maxTokensField`: the one that the server knows; absent: as the caller spelled it
 * - `instructionRole`: the role of instructions; `as-is`: by their authority and the model profile
 * - `reasoningReplay`: the field in which earlier reasoning is sent back
 * - `reasoningControl`: the field that steers reasoning
 * - `toolResultMedia`: tool messages may hold media
 * - `cacheMarks`: the spelling of cache marks on parts
 * - `topK`, `streamUsage`, `strictTools`, `customTools`, `allowedTools`, `parallelToolCalls`, `webSearch`, `videoInput`, `fileUrls`, `imageUrls`: the server knows the feature
 * - `responseFormat`: the strongest output format that it knows
 * - `userField`: where the end user's id goes
 * - `stopLimit`: how many stop sequences it takes
 */
export type Dialect = z.infer<typeof dialectSchema>

/** The profile in a context. Throws a WireError where it is none. Checked once per object. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)

const compatible = {
  maxTokensField: 'max_tokens',
  instructionRole: 'system',
  customTools: false,
  allowedTools: false,
  webSearch: false,
  cacheMarks: 'none',
  userField: 'user',
  fileUrls: false,
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
  },
  alibaba: {
    ...compatible,
    vendor: 'alibaba',
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
  },
  groq: { ...compatible, vendor: 'groq', maxTokensField: 'max_completion_tokens', reasoningReplay: 'reasoning', strictTools: false },
  mistral: { ...compatible, vendor: 'mistral', streamUsage: false, userField: 'none', toolResultMedia: true },
  xai: { ...compatible, vendor: 'xai', maxTokensField: 'max_completion_tokens', strictTools: false },
  cerebras: { ...compatible, vendor: 'cerebras', maxTokensField: 'max_completion_tokens', reasoningReplay: 'reasoning' },
  together: { ...compatible, vendor: 'together', topK: true, reasoningReplay: 'reasoning' },
  vllm: { ...compatible, vendor: 'vllm', topK: true, reasoningReplay: 'reasoning', strictTools: false, videoInput: true },
  llamacpp: { ...compatible, vendor: 'llamacpp', topK: true, reasoningReplay: 'reasoning_content', strictTools: false, videoInput: true },
  ollama: {
    ...compatible,
    vendor: 'ollama',
    reasoningReplay: 'reasoning',
    strictTools: false,
    userField: 'none',
    parallelToolCalls: false,
    imageUrls: false,
  },
} as const satisfies Readonly<Record<string, Dialect>>
