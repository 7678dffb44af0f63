import { models, type Upstream } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'

/** Speaks three formats, by a custom model provider. https://docs.github.com/copilot/how-tos/copilot-cli */
export const copilot: readonly Agent[] = [
  manner('chat', models.openai, '/v1', { COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_WIRE_API: 'completions' }),
  manner('responses', models.openai, '/v1', { COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_WIRE_API: 'responses' }),
  manner('messages', models.anthropic, '', { COPILOT_PROVIDER_TYPE: 'anthropic' }),
]

function manner(speaks: Upstream, model: string, path: string, provider: Readonly<Record<string, string>>): Agent {
  return {
    name: `copilot-${speaks}`,
    package: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    speaks,
    model,
    call: (command) => `bash ${JSON.stringify({ command, description: 'step' })}`,
    prepare: ({ model, gateway, key, prompt }) => ({
      args: ['-p', prompt, '--allow-all', '--no-ask-user', '--no-auto-update', '--no-color', '--stream', 'on', '--effort', 'medium'],
      env: {
        COPILOT_PROVIDER_BASE_URL: `${gateway}${path}`,
        COPILOT_PROVIDER_API_KEY: key,
        COPILOT_MODEL: model,
        COPILOT_OFFLINE: 'true',
        ...provider,
      },
    }),
  }
}
