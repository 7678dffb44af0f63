import { createProfileReader } from '@interlingua/core/adapter'
import type { JsonObject } from '@interlingua/core'
import * as z from 'zod/mini'
import { format } from './extension.ts'

const dialectSchema = z.strictObject({
  vendor: z.optional(z.string()),
  customTools: z.optional(z.boolean()),
  namespaces: z.optional(z.boolean()),
  addedTools: z.optional(z.boolean()),
  allowedTools: z.optional(z.boolean()),
  strictTools: z.optional(z.boolean()),
  cacheMarks: z.optional(z.boolean()),
  cacheKey: z.optional(z.boolean()),
  encryptedReasoning: z.optional(z.boolean()),
  hostedTools: z.optional(z.array(z.string())),
  store: z.optional(z.boolean()),
  penalties: z.optional(z.boolean()),
  compact: z.optional(z.boolean()),
  wholeAnswers: z.optional(z.boolean()),
  userField: z.optional(z.enum(['safety_identifier', 'user', 'none'])),
})

/**
 * Deviations of a vendor's Responses from OpenAI's, as plain data. An absent fact means OpenAI's own behaviour.
 * - `vendor`: origin of seals, which go back to that origin only, and of files
 * - `customTools`, `namespaces`, `allowedTools`, `strictTools`, `cacheMarks`: true: the server supports the feature
 * - `cacheKey`: true: the server finds by `prompt_cache_key` the machine that has the conversation cached; absent: the model profile decides
 * - `addedTools`: true: tools may be added, and settings changed, inside the conversation (`additional_tools`, `configuration_update`)
 * - `encryptedReasoning`: true: reasoning comes sealed on request, so that it survives without storage
 * - `hostedTools`: families of hosted tools that the server runs
 * - `compact`: false: the server does not compact conversations (`/responses/compact`, `compaction_trigger`)
 * - `wholeAnswers`: false: the server leaves out members of its answers that the standard requires, and they are added
 * - `penalties`: true: `presence_penalty` and `frequency_penalty`, which Open Responses has and OpenAI does not, are sent
 * - `store`: false: the field is unknown, and is not sent
 * - `userField`: place of the end user's id
 */
export type Dialect = z.infer<typeof dialectSchema>

/** Reads the profile in a context, checking each object once. Throws a WireError if it is none. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)

const compatible = {
  customTools: false,
  namespaces: false,
  addedTools: false,
  allowedTools: false,
  cacheMarks: false,
  cacheKey: false,
  hostedTools: [],
  userField: 'user',
  compact: false,
  wholeAnswers: false,
} as const satisfies Dialect

/** Presets, gathered from the vendors' public documentation in November 2026. Spread and override them at will. */
export const dialects = {
  openai: {},
  azure: {
    vendor: 'azure',
    cacheMarks: false,
    cacheKey: false,
    compact: false,
    userField: 'user',
    hostedTools: ['web-search', 'code-execution', 'file-search', 'image-generation', 'mcp'],
  },
  xai: { ...compatible, vendor: 'xai', cacheKey: true, hostedTools: ['web-search', 'code-execution', 'file-search', 'mcp'] },
  openrouter: { ...compatible, vendor: 'openrouter', hostedTools: ['web-search'] },
  groq: { ...compatible, vendor: 'groq', encryptedReasoning: false, hostedTools: ['mcp', 'code-execution', 'web-search'] },
  bedrock: { ...compatible, vendor: 'bedrock', encryptedReasoning: false },
  deepseek: { ...compatible, vendor: 'deepseek', encryptedReasoning: false, strictTools: false },
  vllm: { ...compatible, vendor: 'vllm', encryptedReasoning: false, strictTools: false },
  llamacpp: { ...compatible, vendor: 'llamacpp', encryptedReasoning: false, strictTools: false },
  ollama: { ...compatible, vendor: 'ollama', encryptedReasoning: false, strictTools: false, userField: 'none' },
} as const satisfies Readonly<Record<string, Dialect>>

/** Presets by the end of the host of their servers. Servers that anybody may run (vLLM, Ollama, …) have none. */
export const dialectHosts: Readonly<Record<string, keyof typeof dialects>> = {
  '.openai.azure.com': 'azure',
  'api.x.ai': 'xai',
  'openrouter.ai': 'openrouter',
  'api.groq.com': 'groq',
  '.amazonaws.com': 'bedrock',
  'api.deepseek.com': 'deepseek',
}
