import type { Client } from './client.ts'

/** Speaks Chat Completions by its OpenAI-compatible provider. https://opencode.ai/docs/providers */
export const opencode: Client = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode',
  prepare: ({ model, gateway, key, shell }) => ({
    args: ['run', '--pure', '--auto', '--title', 'drive', '-m', `gateway/${model}`],
    // As an argument it would come with quotes and backslashes around it.
    input: `bash ${JSON.stringify({ command: shell, description: 'copy' })}`,
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider: {
          gateway: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${gateway}/v1`, apiKey: key },
            models: { [model]: {} },
          },
        },
      }),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_SHARE: '1',
    },
  }),
}
