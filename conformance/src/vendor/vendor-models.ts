import { dialects as chatDialects, modelProfiles as chatProfiles } from '@interlingua/chat'
import { modelProfiles as contentsProfiles } from '@interlingua/contents'
import { findModelProfile } from '@interlingua/core'
import type { Context, JsonObject, ModelProfile } from '@interlingua/core'
import { modelProfiles as messagesProfiles } from '@interlingua/messages'
import { dialects as responsesDialects, modelProfiles as responsesProfiles } from '@interlingua/responses'
import type { Vendor } from '@interlingua/scripted-provider'
import type { FormatId } from '../format-id.ts'

/** Model at an upstream: its format and dialect, and the vendor whose rules it follows if its id does not tell. */
export interface VendorModel {
  readonly id: string
  readonly format: FormatId
  /** Preset that an operator would name. */
  readonly dialect?: keyof typeof chatDialects
  readonly vendor?: Vendor
}

const at = (format: FormatId, ...ids: readonly string[]): readonly VendorModel[] => ids.map((id) => ({ id, format }))
const by = (dialect: keyof typeof chatDialects, ...ids: readonly string[]): readonly VendorModel[] =>
  ids.map((id) => ({ id, format: 'chat', dialect }))
const gpts = [
  'gpt-4o',
  'gpt-4.1',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5.1',
  'gpt-5.5',
  'gpt-5.6',
  'gpt-5.6-terra',
  'gpt-6-sol',
  'gpt-6-astra',
  'gpt-6.1-sol',
  'gpt-6.1-terra',
  'o3',
  'o4-mini',
] as const

/** Old and new models of every vendor. */
export const vendorModels: readonly VendorModel[] = [
  ...at(
    'messages',
    'claude-3-5-haiku-20241022',
    'claude-3-7-sonnet-20250219',
    'claude-sonnet-4-20250514',
    'claude-opus-4-20250514',
    'claude-opus-4-1',
    'claude-sonnet-4-5',
    'claude-haiku-4-5-20251001',
    'claude-opus-4-5',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-opus-4-7',
    'claude-opus-4-8',
    'claude-sonnet-5',
    'claude-opus-5',
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-fable-5',
    'claude-fable-5-1',
    'claude-fable-5-2',
    'claude-mythos-5-2',
  ),
  ...at('chat', ...gpts),
  ...at('responses', ...gpts, 'gpt-5-codex', 'gpt-5-pro'),
  ...at(
    'contents',
    'gemini-2.0-flash-lite',
    'gemini-2.0-flash',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-2.5-pro',
    'gemini-3-pro-preview',
    'gemini-3.1-pro-preview',
    'gemini-3.5-flash',
    'gemini-3.5-pro',
    'gemini-3.7-flash',
    'gemini-3-flash-preview',
    'gemini-3.6-flash',
    'gemini-3.8-flash',
    'gemini-pro-latest',
  ),
  ...by('deepseek', 'deepseek-chat', 'deepseek-reasoner', 'deepseek-v4-pro'),
  ...by('moonshot', 'kimi-k2.5', 'kimi-k2.6', 'kimi-k3', 'kimi-k3.1'),
  ...by('mistral', 'mistral-large-latest', 'devstral-medium'),
  ...by('xai', 'grok-4.7', 'grok-4.5', 'grok-4.3', 'grok-4-0709', 'grok-4-fast-non-reasoning'),
  ...by('alibaba', 'qwen3-max', 'qwen3-32b'),
  ...by('zai', 'glm-4.7', 'glm-4.6v'),
  ...by('minimax', 'MiniMax-M2'),
  ...by('groq', 'openai/gpt-oss-120b', 'qwen/qwen3-32b').map((model) => ({ ...model, vendor: 'groq' as const })),
  ...by('cerebras', 'gpt-oss-120b').map((model) => ({ ...model, vendor: 'cerebras' as const })),
  ...by('vllm', 'qwen3-32b').map((model) => ({ ...model, vendor: 'vllm' as const })),
  ...by('llamacpp', 'qwen3-32b').map((model) => ({ ...model, vendor: 'llamacpp' as const })),
  ...by('ollama', 'qwen3:32b').map((model) => ({ ...model, vendor: 'ollama' as const })),
  ...by('lmstudio', 'qwen3-32b').map((model) => ({ ...model, vendor: 'lmstudio' as const })),
  ...by(
    'openrouter',
    'anthropic/claude-opus-5.5',
    'anthropic/claude-sonnet-4.5',
    'openai/gpt-5.6',
    'openai/o3',
    'google/gemini-3-pro-preview',
    'google/gemini-2.5-pro',
    'moonshotai/kimi-k3',
  ),
]

const profiles: Readonly<Record<FormatId, readonly ModelProfile[]>> = {
  messages: messagesProfiles,
  chat: chatProfiles,
  responses: responsesProfiles,
  contents: contentsProfiles,
}

const presets: Readonly<Record<FormatId, Readonly<Record<string, JsonObject>>>> = {
  messages: {},
  chat: chatDialects,
  responses: responsesDialects,
  contents: {},
}

/** Context of the gateway for the upstream of such a channel: its dialect, and the profile of the model. */
export function upstreamOf({ id, format, dialect }: VendorModel): Pick<Context, 'dialect' | 'model'> {
  const model = findModelProfile(profiles[format], id)
  const preset = dialect === undefined ? undefined : presets[format][dialect]
  return { dialect: preset ?? (format === 'messages' ? { version: '2023-06-01' } : {}), ...(model && { model }) }
}

/** Title of a model in the names of tests. */
export function titleOf({ id, format, dialect }: VendorModel): string {
  return `${format}${dialect === undefined ? '' : ` (${dialect})`} ${id}`
}
