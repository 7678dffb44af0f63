import { adaptiveModel, models, type Upstream } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'
import { olderChatModel } from './older-chat-model.ts'

/** Speaks four formats, by its setting `modelProviders`. https://github.com/QwenLM/qwen-code */
export const qwenCode: readonly Agent[] = [
  { ...manner('chat', 'openai', olderChatModel, '/v1'), forgets: { reason: 'it keeps no reasoning details' }, representative: true },
  {
    ...manner('responses', 'openai', models.openai, '/v1'),
    refused: {
      on: ['responses', 'direct'],
      reason: 'it leaves `strict` out of schemas with `oneOf`, which OpenAI then takes for strict ones',
    },
    tellsCut: { on: ['messages', 'chat', 'contents'], reason: 'an error event of a stream is final for it, whatever its code' },
  },
  // Qwen Code asks each model of Anthropic's for an effort, and Gemini 3 Pro takes only low and high.
  {
    ...manner('messages', 'anthropic', adaptiveModel, ''),
    forgets: { on: ['contents'], reason: 'it drops `redacted_thinking`, which bears the seal of a call' },
  },
  manner('contents', 'gemini', models.google, '', 'high'),
]

function manner(speaks: Upstream, protocol: string, model: string, path: string, effort = 'medium'): Agent {
  return {
    name: `qwen-${speaks}`,
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
    speaks,
    model,
    // The shell tool of Qwen Code loses what a quick command prints at its very end.
    call: (command) =>
      `run_shell_command ${JSON.stringify({ command: `${command}; sleep 0.2`, description: 'step', is_background: false })}`,
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
                ...(speaks !== 'chat' && { generationConfig: { reasoning: { effort } } }),
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
