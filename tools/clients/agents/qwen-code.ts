import { models, type Upstream } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'
import { olderChatModel } from './older-chat-model.ts'

/** Speaks four formats, by its setting `modelProviders`. https://github.com/QwenLM/qwen-code */
export const qwenCode: readonly Agent[] = [
  { ...manner('chat', 'openai', olderChatModel, '/v1'), forgets: 'it keeps no reasoning details', representative: true },
  manner('responses', 'openai', models.openai, '/v1'),
  manner('messages', 'anthropic', models.anthropic, ''),
  manner('contents', 'gemini', models.google, ''),
]

function manner(speaks: Upstream, protocol: string, model: string, path: string): Agent {
  return {
    name: `qwen-${speaks}`,
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
    speaks,
    model,
    call: (command) => `run_shell_command ${JSON.stringify({ command, description: 'step', is_background: false })}`,
    prepare: ({ model, gateway, key, prompt }) => ({
      args: ['-p', prompt, '--yolo'],
      env: { GATEWAY_KEY: key },
      files: {
        '.qwen/settings.json': JSON.stringify({
          $version: 4,
          modelProviders: {
            [protocol]: [
              {
                id: model,
                envKey: 'GATEWAY_KEY',
                baseUrl: `${gateway}${path}`,
                ...(speaks === 'responses' && { wireApi: 'responses' }),
                ...(speaks !== 'chat' && { generationConfig: { reasoning: { effort: 'medium' } } }),
              },
            ],
          },
          security: { auth: { selectedType: protocol } },
          model: { name: model },
          privacy: { usageStatisticsEnabled: false },
          general: { disableAutoUpdate: true, enableAutoUpdate: false },
          telemetry: { enabled: false },
        }),
      },
    }),
  }
}
