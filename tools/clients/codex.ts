import type { Client } from './client.ts'

/** Speaks Responses. https://developers.openai.com/codex/config-reference */
export const codex: Client = {
  name: 'codex',
  package: '@openai/codex',
  version: '0.169.0',
  program: 'codex',
  prepare: ({ model, gateway, key, shell }) => ({
    args: [
      'exec',
      '--skip-git-repo-check',
      '--ephemeral',
      '--disable=apps',
      '--disable=plugins',
      '--dangerously-bypass-approvals-and-sandbox',
      '--output-last-message=last.txt',
      `exec_command ${JSON.stringify({ cmd: shell })}`,
    ],
    env: { GATEWAY_KEY: key },
    files: {
      '.codex/config.toml': [
        `model = ${JSON.stringify(model)}`,
        'model_provider = "gateway"',
        'check_for_update_on_startup = false',
        '[model_providers.gateway]',
        'name = "gateway"',
        `base_url = ${JSON.stringify(`${gateway}/v1`)}`,
        'env_key = "GATEWAY_KEY"',
        'wire_api = "responses"',
        '[analytics]',
        'enabled = false',
        '',
      ].join('\n'),
    },
    answerFile: 'work/last.txt',
  }),
}
