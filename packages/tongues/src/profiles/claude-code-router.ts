import type { Gateway } from './profile.ts'

/** claude-code-router: Messages clients only; models are `provider,model`. */
export const claudeCodeRouter: Gateway = {
  profile: {
    name: 'claude-code-router',
    version: '2.0.0',
    tried: true,
    gateway: 'http://127.0.0.1:4000',
    key: 'tongues-key',
    models: { M: 'messages,claude-sonnet-4-5', R: 'responses,gpt-5', C: 'chat,gpt-4.1', G: 'gemini,gemini-3-pro-preview' },
    upstreamModels: { M: 'claude-sonnet-4-5', R: 'gpt-5', C: 'gpt-4.1', G: 'gemini-3-pro-preview' },
    directions: ['M>M', 'M>R', 'M>C', 'M>G'],
    features: ['stream', 'abort', 'keepalive', 'timing'],
  },
  config: (upstream, port) => `# npm install --ignore-scripts @musistudio/claude-code-router@2.0.0
# HOME=./ccr node node_modules/@musistudio/claude-code-router/dist/cli.js start, with this file as ./ccr/.claude-code-router/config.json:
${JSON.stringify(
  {
    HOST: '127.0.0.1',
    PORT: port,
    APIKEY: 'tongues-key',
    LOG: false,
    NON_INTERACTIVE_MODE: true,
    API_TIMEOUT_MS: 20_000,
    Router: { default: 'chat,gpt-4.1' },
    Providers: [
      { name: 'chat', api_base_url: `${upstream}/v1/chat/completions`, api_key: 'k', models: ['gpt-4.1'] },
      {
        name: 'gemini',
        api_base_url: `${upstream}/v1beta/models/`,
        api_key: 'k',
        models: ['gemini-3-pro-preview'],
        transformer: { use: ['gemini'] },
      },
      {
        name: 'messages',
        api_base_url: `${upstream}/v1/messages`,
        api_key: 'k',
        models: ['claude-sonnet-4-5'],
        transformer: { use: ['Anthropic'] },
      },
      {
        name: 'responses',
        api_base_url: `${upstream}/v1/responses`,
        api_key: 'k',
        models: ['gpt-5'],
        transformer: { use: ['openai-responses'] },
      },
    ],
  },
  null,
  2,
)}
`,
}
