import { models, type Upstream } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'
import { olderChatModel } from './older-chat-model.ts'

/** Speaks four formats, by the AI SDK's providers. https://opencode.ai/docs/providers */
export const opencode: readonly Agent[] = [
  {
    ...manner('chat', '@ai-sdk/openai-compatible', olderChatModel, '/v1'),
    forgets: { reason: 'the AI SDK drops reasoning details that it does not know' },
    representative: true,
  },
  manner('responses', '@ai-sdk/openai', models.openai, '/v1'),
  manner('messages', '@ai-sdk/anthropic', models.anthropic, '/v1'),
  manner('contents', '@ai-sdk/google', models.google, '/v1beta'),
]

function manner(speaks: Upstream, npm: string, model: string, path: string): Agent {
  return {
    name: `opencode-${speaks}`,
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    speaks,
    model,
    call: (command) => `bash ${JSON.stringify({ command, description: 'step' })}`,
    prepare: ({ model, gateway, key, prompt }) => ({
      args: ['run', '--pure', '--auto', '--title', 'drive', '-m', `gateway/${model}`],
      // Standard input, since an argument would get quotes and backslashes around it.
      input: prompt,
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          provider: {
            gateway: {
              npm,
              options: { baseURL: `${gateway}${path}`, apiKey: key },
              models: { [model]: { reasoning: true, options: reasoningOptions[speaks] } },
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
}

const reasoningOptions: Readonly<Record<Upstream, object>> = {
  chat: {},
  responses: { reasoningEffort: 'medium', reasoningSummary: 'auto', include: ['reasoning.encrypted_content'], store: false },
  messages: { thinking: { type: 'enabled', budgetTokens: 4096 } },
  contents: { thinkingConfig: { includeThoughts: true } },
}
