import { models } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'

/** Speaks Responses. https://developers.openai.com/codex/config-reference */
export const codex: Agent = {
  name: 'codex',
  package: '@openai/codex',
  version: '0.169.0',
  program: 'codex',
  speaks: 'responses',
  model: models.openai,
  representative: true,
  tellsCut: { on: ['responses', 'direct'], reason: 'it sends reasoning back whose answer broke off, with its id, which OpenAI refuses' },
  call: (command) => `exec_command ${JSON.stringify({ cmd: command })}`,
  prepare: ({ model, gateway, key, prompt }) => ({
    args: [
      'exec',
      '--skip-git-repo-check',
      '--ephemeral',
      '--disable=apps',
      '--disable=plugins',
      '--dangerously-bypass-approvals-and-sandbox',
      '--output-last-message=last.txt',
      prompt,
    ],
    env: { GATEWAY_KEY: key },
    files: {
      '.codex/config.toml': [
        `model = ${JSON.stringify(model)}`,
        'model_provider = "gateway"',
        'model_reasoning_effort = "medium"',
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
