import type { Client } from '../driver/language.ts'

/** Clients that share an installation. They are called `javascript-ENVIRONMENT-VARIANT`. */
export interface Environment {
  readonly name: string
  /** The file that drives them, `harness/clients/MODULE.js`. */
  readonly module: string
  readonly packages: Readonly<Record<string, string>>
  readonly clients: readonly Client[]
}

const chat = 'gives no reasoning back on Chat Completions'

const zod = { zod: '4.6.7' } as const

/** The AI SDK with its providers, of one major version. */
function ai(major: number, packages: Readonly<Record<string, string>>): Environment {
  const client = (variant: string, provider: string, path: Client['path'], setting: string, without?: Client['without']): Client => ({
    name: `javascript-ai-${major}-${variant}`,
    title: `AI SDK ${major}, \`${provider}\`${variant === 'chat' ? ', Chat Completions' : variant === 'responses' ? ', Responses' : ''}`,
    packages: ['ai', provider],
    path,
    setting,
    ...(without !== undefined && { without }),
  })
  return {
    name: `ai-${major}`,
    module: 'ai',
    packages: { ...packages, ...zod },
    clients: [
      client('responses', '@ai-sdk/openai', '/v1', 'createOpenAI({ baseURL: URL, apiKey: KEY }).responses(MODEL)'),
      client('chat', '@ai-sdk/openai', '/v1', 'createOpenAI({ baseURL: URL, apiKey: KEY }).chat(MODEL)', { replay: chat }),
      client('anthropic', '@ai-sdk/anthropic', '/v1', 'createAnthropic({ baseURL: URL, apiKey: KEY })(MODEL)'),
      client('google', '@ai-sdk/google', '/v1beta', 'createGoogleGenerativeAI({ baseURL: URL, apiKey: KEY })(MODEL)'),
    ],
  }
}

export const environments: readonly Environment[] = [
  ai(5, { ai: '5.0.277', '@ai-sdk/openai': '2.0.131', '@ai-sdk/anthropic': '2.0.112', '@ai-sdk/google': '2.0.108' }),
  ai(6, { ai: '6.0.326', '@ai-sdk/openai': '3.0.141', '@ai-sdk/anthropic': '3.0.140', '@ai-sdk/google': '3.0.141' }),
  ai(7, { ai: '7.0.173', '@ai-sdk/openai': '4.0.118', '@ai-sdk/anthropic': '4.0.105', '@ai-sdk/google': '4.0.121' }),
]
