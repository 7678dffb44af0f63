import { models, type Upstream } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'

/** Speaks four formats, by a provider in its `models.json`. https://github.com/earendil-works/pi */
export const pi: readonly Agent[] = [
  { ...manner('chat', 'openai-completions', models.openai, '/v1'), forgets: { reason: 'it keeps no reasoning details' } },
  manner('responses', 'openai-responses', models.openai, '/v1'),
  { ...manner('messages', 'anthropic-messages', models.anthropic, ''), representative: true },
  // Gemini 3 Pro takes only the levels low and high.
  manner('contents', 'google-generative-ai', models.google, '/v1beta', 'high'),
]

function manner(speaks: Upstream, api: string, model: string, path: string, thinking = 'medium'): Agent {
  return {
    name: `pi-${speaks}`,
    package: '@earendil-works/pi-coding-agent',
    // Newest version whose dependencies are all published.
    version: '0.87.0',
    program: 'pi',
    speaks,
    model,
    call: (command) => `bash ${JSON.stringify({ command })}`,
    prepare: ({ model, gateway, key, prompt }) => ({
      args: ['-p', '--offline', '--no-session', '--provider', 'gateway', '--model', model, '--thinking', thinking, '--', prompt],
      env: { GATEWAY_KEY: key, PI_OFFLINE: '1' },
      files: {
        '.pi/agent/models.json': JSON.stringify({
          providers: {
            gateway: { baseUrl: `${gateway}${path}`, api, apiKey: '$GATEWAY_KEY', models: [{ id: model, reasoning: true }] },
          },
        }),
      },
    }),
  }
}
