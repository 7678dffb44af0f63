import type { Client } from './client.ts'

/** Speaks native contents. https://github.com/google-gemini/gemini-cli */
export const geminiCli: Client = {
  name: 'gemini-cli',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  prepare: ({ model, gateway, key, shell }) => ({
    args: ['-p', `run_shell_command ${JSON.stringify({ command: shell, description: 'copy' })}`, '-m', model, '--yolo', '--skip-trust'],
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
