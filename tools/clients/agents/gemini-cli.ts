import { models, upstreamNames } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'

/** Speaks native contents. https://github.com/google-gemini/gemini-cli */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  speaks: 'contents',
  model: models.google,
  representative: true,
  tellsCut: { on: [...upstreamNames, 'direct'], reason: 'it asks again only as long as nothing of an answer was shown' },
  call: (command) => `run_shell_command ${JSON.stringify({ command, description: 'step' })}`,
  prepare: ({ model, gateway, key, prompt }) => ({
    args: ['-p', prompt, '-m', model, '--yolo', '--skip-trust'],
    env: {
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: gateway,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_TELEMETRY_ENABLED: 'false',
    },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      }),
    },
  }),
}
