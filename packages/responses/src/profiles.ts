import { createProfileReader } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { format } from './extension.ts'

const dialectSchema = z.looseObject({
  vendor: z.string().optional(),
  customTools: z.boolean().optional(),
  namespaces: z.boolean().optional(),
  addedTools: z.boolean().optional(),
  allowedTools: z.boolean().optional(),
  strictTools: z.boolean().optional(),
  cacheMarks: z.boolean().optional(),
  encryptedReasoning: z.boolean().optional(),
  hostedTools: z.array(z.string()).optional(),
  store: z.boolean().optional(),
  userField: z.enum(['safety_identifier', 'user', 'none']).optional(),
})

/**
 * How a vendor's Responses deviate from OpenAI's: plain data. An absent fact is OpenAI's own behaviour.
 * - `vendor`: names the origin of seals, so that they go back to it alone, and of files
 * - `customTools`, `namespaces`, `allowedTools`, `strictTools`, `cacheMarks`: the server knows the feature
 * - `addedTools`: tools may be added, and settings changed, inside the conversation (`additional_tools`, `configuration_update`)
 * - `encryptedReasoning`: reasoning comes sealed where it is asked for, so that it survives without storage
 * - `hostedTools`: the families of hosted tools that it runs
 * - `store`: the field is known; where it is not, nothing is said about storage
 * - `userField`: where the end user's id goes
 */
export type Dialect = z.infer<typeof dialectSchema>

/** The profile in a context. Throws a WireError where it is none. Checked once per object. */
export const readDialect: (dialect: JsonObject) => Dialect = createProfileReader(format, dialectSchema)

const compatible = {
  customTools: false,
  namespaces: false,
  addedTools: false,
  allowedTools: false,
  cacheMarks: false,
  hostedTools: [],
  userField: 'user',
} as const satisfies Dialect

/** Presets, gathered from the vendors' public documentation in November 2026. Spread and override them at will. */
export const dialects = {
  openai: {},
  azure: {
    vendor: 'azure',
    cacheMarks: false,
    userField: 'user',
    hostedTools: ['web-search', 'code-execution', 'file-search', 'image-generation', 'mcp'],
  },
  xai: { ...compatible, vendor: 'xai', hostedTools: ['web-search', 'code-execution', 'file-search', 'mcp'] },
  openrouter: { ...compatible, vendor: 'openrouter', hostedTools: ['web-search'] },
  groq: { ...compatible, vendor: 'groq', encryptedReasoning: false, hostedTools: ['mcp', 'code-execution', 'web-search'] },
  bedrock: { ...compatible, vendor: 'bedrock', encryptedReasoning: false },
  deepseek: { ...compatible, vendor: 'deepseek', encryptedReasoning: false, strictTools: false },
  vllm: { ...compatible, vendor: 'vllm', encryptedReasoning: false, strictTools: false },
  llamacpp: { ...compatible, vendor: 'llamacpp', encryptedReasoning: false, strictTools: false },
  ollama: { ...compatible, vendor: 'ollama', encryptedReasoning: false, strictTools: false, userField: 'none' },
} as const satisfies Readonly<Record<string, Dialect>>
