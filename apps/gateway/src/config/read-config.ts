import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { configFile } from './config-file.ts'
import type { ChannelConfig } from './config-schema.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { parseConfig } from './parse-config.ts'

const openaiModels = ['gpt-*', 'o1*', 'o3*', 'o4*', 'chatgpt-*', 'ft:*']

/** Providers whose key in the environment is enough. The first channel whose patterns fit a model takes it, hence the widest comes last. */
const providers = [
  { env: ['ANTHROPIC_API_KEY'], name: 'anthropic', format: 'messages', baseUrl: 'https://api.anthropic.com', models: ['claude-*'] },
  // Two ways to the same models. Clients of chat keep theirs, byte for byte; all others get Responses, which has tools beside reasoning.
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

/** A channel for each provider key that the environment has. */
function channelsOfKeys(environment: Readonly<Record<string, string | undefined>>): ChannelConfig[] {
  return providers.flatMap(({ env, models, ...channel }) => {
    const apiKeyEnv = env.find((name) => environment[name])
    return apiKeyEnv === undefined ? [] : [{ ...channel, models: [...models], apiKeyEnv }]
  })
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The configuration of a process: the file that `INTERLINGUA_CONFIG` names, else `interlingua.yaml` in the current folder,
 * else a channel for each provider key in the environment. With neither, there are no channels, and the demo is served.
 * `text`: the file's, where it was read before.
 */
export function readConfig(environment: Environment, folder: string, text?: string): GatewayConfig {
  const named = environment['INTERLINGUA_CONFIG']
  const file = configFile(environment, folder)
  const read = text !== undefined || named || existsSync(file)
  const fromFile = read ? parseConfig(text ?? readText(file), file) : { channels: channelsOfKeys(environment) }
  const databaseUrl = environment['DATABASE_URL']
  const redisUrl = environment['REDIS_URL']
  const apiKey = readApiKey(environment['INTERLINGUA_API_KEY'])
  return {
    ...fromFile,
    host: environment['HOST'] || '127.0.0.1',
    port: readPort(environment['PORT']),
    data:
      environment['INTERLINGUA_DATA'] ||
      (fromFile.data === undefined ? join(folder, '.interlingua') : resolve(dirname(file), fromFile.data)),
    ...(databaseUrl && { databaseUrl }),
    ...(redisUrl && { redisUrl }),
    ...(apiKey !== undefined && { apiKey }),
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${file}: the file cannot be read`, { cause: error })
  }
}

/** Never quoted: it is a secret also where it cannot be used. */
function readApiKey(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[\x21-\x7e]{8,}$/.test(text))
    throw new ConfigError('INTERLINGUA_API_KEY: it must have at least 8 characters, all of them visible ASCII: it is sent in a header')
  return text
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 8787
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new ConfigError(`PORT: ${JSON.stringify(text)} is not a port number (0 to 65535)`)
  return port
}
