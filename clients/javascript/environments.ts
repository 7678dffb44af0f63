import type { Client } from '../driver/language.ts'

/** Clients that share an installation; their names are `javascript-ENVIRONMENT-VARIANT`. */
export interface Environment {
  readonly name: string
  /** The file that drives them, `harness/clients/MODULE.js`. */
  readonly module: string
  readonly packages: Readonly<Record<string, string>>
  readonly clients: readonly Client[]
}

const chat = 'gives no reasoning back on Chat Completions'

const ownTools = 'has the tools of Codex alone, with which the agent is driven elsewhere'

const zod = { zod: '4.6.7' } as const

/** Clients that drive models of the AI SDK's providers. */
function overProviders(name: string, module: string, title: string, main: string, packages: Readonly<Record<string, string>>): Environment {
  const client = (variant: string, manner: string, provider: string, path: Client['path'], setting: string): Client => ({
    name: `javascript-${name}-${variant}`,
    title: `${title}, ${manner}`,
    packages: [main, provider],
    path,
    setting,
    ...(variant === 'chat' && { without: { replay: chat } }),
  })
  return {
    name,
    module,
    packages: { ...packages, ...zod },
    clients: [
      client('responses', 'Responses', '@ai-sdk/openai', '/v1', 'createOpenAI({ baseURL: URL, apiKey: KEY }).responses(MODEL)'),
      client('chat', 'Chat Completions', '@ai-sdk/openai', '/v1', 'createOpenAI({ baseURL: URL, apiKey: KEY }).chat(MODEL)'),
      client('anthropic', 'Anthropic', '@ai-sdk/anthropic', '/v1', 'createAnthropic({ baseURL: URL, apiKey: KEY })(MODEL)'),
      client('google', 'Google', '@ai-sdk/google', '/v1beta', 'createGoogleGenerativeAI({ baseURL: URL, apiKey: KEY })(MODEL)'),
    ],
  }
}

const providers6 = { '@ai-sdk/openai': '3.0.141', '@ai-sdk/anthropic': '3.0.140', '@ai-sdk/google': '3.0.141' } as const

export const environments: readonly Environment[] = [
  overProviders('ai-5', 'ai', 'AI SDK 5', 'ai', {
    ai: '5.0.277',
    '@ai-sdk/openai': '2.0.131',
    '@ai-sdk/anthropic': '2.0.112',
    '@ai-sdk/google': '2.0.108',
  }),
  overProviders('ai-6', 'ai', 'AI SDK 6', 'ai', { ai: '6.0.326', ...providers6 }),
  overProviders('ai-7', 'ai', 'AI SDK 7', 'ai', {
    ai: '7.0.173',
    '@ai-sdk/openai': '4.0.118',
    '@ai-sdk/anthropic': '4.0.105',
    '@ai-sdk/google': '4.0.121',
  }),
  {
    name: 'openai-agents',
    module: 'openai-agents',
    packages: { '@openai/agents': '0.20.0', ...zod },
    clients: [
      {
        name: 'javascript-openai-agents-responses',
        title: 'OpenAI Agents SDK, Responses',
        packages: ['@openai/agents'],
        path: '/v1',
        setting:
          "new OpenAIResponsesModel(new OpenAI({ baseURL: URL, apiKey: KEY }), MODEL), modelSettings: { store: false, providerData: { include: ['reasoning.encrypted_content'] } }",
      },
      {
        name: 'javascript-openai-agents-chat',
        title: 'OpenAI Agents SDK, Chat Completions',
        packages: ['@openai/agents'],
        path: '/v1',
        setting: 'new OpenAIChatCompletionsModel(new OpenAI({ baseURL: URL, apiKey: KEY }), MODEL)',
        without: { replay: chat },
      },
    ],
  },
  {
    name: 'langchain',
    module: 'langchain',
    packages: {
      '@langchain/core': '1.4.0',
      '@langchain/openai': '1.5.8',
      '@langchain/anthropic': '1.5.11',
      '@langchain/google': '0.2.6',
      '@langchain/google-genai': '2.3.2',
    },
    clients: [
      {
        name: 'javascript-langchain-chat',
        title: 'LangChain, Chat Completions',
        packages: ['@langchain/openai'],
        path: '/v1',
        setting: 'new ChatOpenAI({ model: MODEL, apiKey: KEY, configuration: { baseURL: URL } })',
        without: { replay: chat },
      },
      {
        name: 'javascript-langchain-responses',
        title: 'LangChain, Responses',
        packages: ['@langchain/openai'],
        path: '/v1',
        setting:
          'new ChatOpenAI({ model: MODEL, apiKey: KEY, useResponsesApi: true, modelKwargs: { store: false }, configuration: { baseURL: URL } }), called with include: ["reasoning.encrypted_content"]',
      },
      {
        name: 'javascript-langchain-anthropic',
        title: 'LangChain, Anthropic',
        packages: ['@langchain/anthropic'],
        path: '',
        setting: 'new ChatAnthropic({ model: MODEL, apiKey: KEY, anthropicApiUrl: URL })',
      },
      {
        name: 'javascript-langchain-google',
        title: 'LangChain, Google (`@langchain/google`)',
        packages: ['@langchain/google'],
        path: '',
        setting: 'new ChatGoogle({ model: MODEL, apiKey: KEY, endpoint: URL })',
      },
      {
        name: 'javascript-langchain-google-genai',
        title: 'LangChain, Google (`@langchain/google-genai`)',
        packages: ['@langchain/google-genai'],
        path: '',
        setting: 'new ChatGoogleGenerativeAI({ model: MODEL, apiKey: KEY, baseUrl: URL })',
      },
    ],
  },
  overProviders('mastra', 'mastra', 'Mastra', '@mastra/core', { '@mastra/core': '1.71.0', ...providers6 }),
  {
    name: 'claude-agent',
    module: 'claude-agent',
    packages: { '@anthropic-ai/claude-agent-sdk': '0.3.331', ...zod },
    clients: [
      {
        name: 'javascript-claude-agent-anthropic',
        title: 'Claude Agent SDK',
        packages: ['@anthropic-ai/claude-agent-sdk'],
        path: '',
        setting: 'query({ prompt, options: { model: MODEL, env: { ...process.env, ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: KEY } } })',
      },
    ],
  },
  {
    name: 'strands',
    module: 'strands',
    packages: {
      '@strands-agents/sdk': '1.16.0',
      openai: '6.49.0',
      '@anthropic-ai/sdk': '0.109.1',
      '@google/genai': '2.32.0',
      ...zod,
    },
    clients: [
      {
        name: 'javascript-strands-responses',
        title: 'Strands Agents, Responses',
        packages: ['@strands-agents/sdk'],
        path: '/v1',
        setting: 'new OpenAIModel({ modelId: MODEL, apiKey: KEY, clientConfig: { baseURL: URL } })',
        without: { replay: 'gives no reasoning back on Responses (it says so: not yet supported)' },
      },
      {
        name: 'javascript-strands-chat',
        title: 'Strands Agents, Chat Completions',
        packages: ['@strands-agents/sdk'],
        path: '/v1',
        setting: "new OpenAIModel({ api: 'chat', modelId: MODEL, apiKey: KEY, clientConfig: { baseURL: URL } })",
        without: { replay: chat },
      },
      {
        name: 'javascript-strands-anthropic',
        title: 'Strands Agents, Anthropic',
        packages: ['@strands-agents/sdk'],
        path: '',
        setting: 'new AnthropicModel({ modelId: MODEL, apiKey: KEY, clientConfig: { baseURL: URL } })',
      },
      {
        name: 'javascript-strands-google',
        title: 'Strands Agents, Google',
        packages: ['@strands-agents/sdk'],
        path: '',
        setting: 'new GoogleModel({ modelId: MODEL, apiKey: KEY, clientConfig: { httpOptions: { baseUrl: URL } } })',
      },
    ],
  },
  {
    name: 'tanstack',
    module: 'tanstack',
    packages: {
      '@tanstack/ai': '0.58.0',
      '@tanstack/ai-openai': '0.23.1',
      '@tanstack/ai-anthropic': '0.18.11',
      '@tanstack/ai-gemini': '0.32.0',
      ...zod,
    },
    clients: [
      {
        name: 'javascript-tanstack-responses',
        title: 'TanStack AI, Responses',
        packages: ['@tanstack/ai', '@tanstack/ai-openai'],
        path: '/v1',
        setting: 'createOpenaiChat(MODEL, KEY, { baseURL: URL })',
      },
      {
        name: 'javascript-tanstack-chat',
        title: 'TanStack AI, Chat Completions',
        packages: ['@tanstack/ai', '@tanstack/ai-openai'],
        path: '/v1',
        setting: 'createOpenaiChatCompletions(MODEL, KEY, { baseURL: URL })',
        without: { replay: chat },
      },
      {
        name: 'javascript-tanstack-anthropic',
        title: 'TanStack AI, Anthropic',
        packages: ['@tanstack/ai', '@tanstack/ai-anthropic'],
        path: '',
        setting: 'createAnthropicChat(MODEL, KEY, { baseURL: URL })',
      },
      {
        name: 'javascript-tanstack-google',
        title: 'TanStack AI, Google',
        packages: ['@tanstack/ai', '@tanstack/ai-gemini'],
        path: '',
        setting: 'createGeminiChat(MODEL, KEY, { baseURL: URL })',
      },
    ],
  },
  {
    name: 'adk',
    module: 'adk',
    packages: { '@google/adk': '2.0.0', ...zod },
    clients: [
      {
        name: 'javascript-adk-google',
        title: 'Google ADK',
        packages: ['@google/adk'],
        path: '',
        setting:
          'new LlmAgent({ model: new Gemini({ model: MODEL, apiKey: KEY }), generateContentConfig: { httpOptions: { baseUrl: URL } } })',
      },
    ],
  },
  {
    name: 'genkit',
    module: 'genkit',
    packages: {
      genkit: '1.42.0',
      '@genkit-ai/compat-oai': '1.42.0',
      '@genkit-ai/anthropic': '0.3.0',
      '@genkit-ai/google-genai': '1.42.0',
    },
    clients: [
      {
        name: 'javascript-genkit-chat',
        title: 'Genkit, Chat Completions',
        packages: ['genkit', '@genkit-ai/compat-oai'],
        path: '/v1',
        setting: 'genkit({ plugins: [openAI({ apiKey: KEY, baseURL: URL })] })',
        without: { replay: chat, schema: 'writes the schema into the prompt and asks for no format' },
      },
      {
        name: 'javascript-genkit-anthropic',
        title: 'Genkit, Anthropic',
        packages: ['genkit', '@genkit-ai/anthropic'],
        path: '',
        setting: 'ANTHROPIC_BASE_URL=URL in the environment; genkit({ plugins: [anthropic({ apiKey: KEY })] })',
      },
      {
        name: 'javascript-genkit-google',
        title: 'Genkit, Google',
        packages: ['genkit', '@genkit-ai/google-genai'],
        path: '',
        setting: 'genkit({ plugins: [googleAI({ apiKey: KEY, baseUrl: URL })] })',
      },
    ],
  },
  {
    name: 'codex',
    module: 'codex',
    packages: { '@openai/codex-sdk': '0.163.0' },
    clients: [
      {
        name: 'javascript-codex-responses',
        title: 'Codex SDK',
        packages: ['@openai/codex-sdk'],
        path: '/v1',
        setting:
          "new Codex({ apiKey: KEY, config: { model_provider: 'gateway', model_providers: { gateway: { name: 'gateway', base_url: URL, env_key: 'CODEX_API_KEY', wire_api: 'responses' } } } }).startThread({ model: MODEL })",
        without: {
          stream: 'tells whole messages, no pieces of them',
          tools: ownTools,
          reasoning: ownTools,
          replay: ownTools,
        },
      },
    ],
  },
]
