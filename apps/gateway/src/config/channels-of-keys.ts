import type { ChannelConfig } from './config-schema.ts'

/** Providers whose key in the environment is enough. The first channel whose patterns fit a model takes it, hence the widest comes last. */
const providers = [
  { env: 'ANTHROPIC_API_KEY', name: 'anthropic', format: 'messages', baseUrl: 'https://api.anthropic.com', models: ['claude-*'] },
  {
    env: 'OPENAI_API_KEY',
    name: 'openai',
    format: 'chat',
    baseUrl: 'https://api.openai.com/v1',
    models: ['gpt-*', 'o1*', 'o3*', 'o4*', 'chatgpt-*', 'ft:*'],
  },
  {
    env: 'DEEPSEEK_API_KEY',
    name: 'deepseek',
    format: 'chat',
    baseUrl: 'https://api.deepseek.com/v1',
    models: ['deepseek-*'],
    dialect: 'deepseek',
  },
  {
    env: 'MISTRAL_API_KEY',
    name: 'mistral',
    format: 'chat',
    baseUrl: 'https://api.mistral.ai/v1',
    models: ['mistral-*', 'ministral-*', 'magistral-*', 'codestral-*', 'devstral-*', 'pixtral-*', 'open-mi*'],
  },
  {
    env: 'GROQ_API_KEY',
    name: 'groq',
    format: 'chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    models: ['llama-*', 'groq/*', 'meta-llama/*', 'qwen/*'],
  },
  {
    env: 'OPENROUTER_API_KEY',
    name: 'openrouter',
    format: 'chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    models: ['*/*'],
    dialect: 'openrouter',
  },
] as const satisfies readonly (Omit<ChannelConfig, 'models'> & { readonly env: string; readonly models: readonly string[] })[]

/** A channel for each provider key that the environment has. */
export function channelsOfKeys(environment: Readonly<Record<string, string | undefined>>): ChannelConfig[] {
  return providers.flatMap(({ env, models, ...channel }) => (environment[env] ? [{ ...channel, models: [...models], apiKeyEnv: env }] : []))
}
