import type { ChannelConfig } from './config-schema.ts'

const openaiModels = ['gpt-*', 'o1*', 'o3*', 'o4*', 'chatgpt-*', 'ft:*']

/**
 * Providers for which a key in the environment is enough. The first channel whose patterns fit a model takes it, so the widest pattern comes last.
 */
export const providers = [
  { env: ['ANTHROPIC_API_KEY'], name: 'anthropic', format: 'messages', baseUrl: 'https://api.anthropic.com', models: ['claude-*'] },
  // Two channels for the same models: clients of chat keep their format, byte for byte, and all others get Responses, which has tools beside
  // reasoning.
  { env: ['OPENAI_API_KEY'], name: 'openai', format: 'responses', baseUrl: 'https://api.openai.com/v1', models: openaiModels },
  { env: ['OPENAI_API_KEY'], name: 'openai-chat', format: 'chat', baseUrl: 'https://api.openai.com/v1', models: openaiModels },
  {
    env: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    name: 'gemini',
    format: 'contents',
    baseUrl: 'https://generativelanguage.googleapis.com',
    models: ['gemini-*', 'gemma-*'],
  },
  {
    env: ['DEEPSEEK_API_KEY'],
    name: 'deepseek',
    format: 'chat',
    baseUrl: 'https://api.deepseek.com/v1',
    models: ['deepseek-*'],
    dialect: 'deepseek',
  },
  {
    env: ['MISTRAL_API_KEY'],
    name: 'mistral',
    format: 'chat',
    baseUrl: 'https://api.mistral.ai/v1',
    models: ['mistral-*', 'ministral-*', 'magistral-*', 'codestral-*', 'devstral-*', 'pixtral-*', 'open-mi*'],
  },
  {
    env: ['GROQ_API_KEY'],
    name: 'groq',
    format: 'chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    models: ['llama-*', 'groq/*', 'meta-llama/*', 'qwen/*'],
  },
  {
    env: ['OPENROUTER_API_KEY'],
    name: 'openrouter',
    format: 'chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    models: ['*/*'],
    dialect: 'openrouter',
  },
] as const satisfies readonly (Omit<ChannelConfig, 'models'> & { readonly env: readonly string[]; readonly models: readonly string[] })[]

/** Channels for the provider keys in the environment. */
export function channelsOfKeys(environment: Readonly<Record<string, string | undefined>>): ChannelConfig[] {
  return providers.flatMap(({ env, models, ...channel }) => {
    const apiKeyEnv = env.find((name) => environment[name])
    return apiKeyEnv === undefined ? [] : [{ ...channel, models: [...models], apiKeyEnv }]
  })
}
