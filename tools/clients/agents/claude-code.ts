import { models } from '../../../clients/driver/upstreams.ts'
import type { Agent } from './agent.ts'

/** Speaks Messages. https://code.claude.com/docs/en/llm-gateway */
export const claudeCode: Agent = {
  name: 'claude-code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: 'claude',
  speaks: 'messages',
  model: models.anthropic,
  representative: true,
  call: (command) => `Bash ${JSON.stringify({ command, description: 'step' })}`,
  prepare: ({ model, gateway, key, prompt }) => ({
    args: ['-p', prompt, '--model', model, '--dangerously-skip-permissions'],
    env: {
      ANTHROPIC_BASE_URL: gateway,
      ANTHROPIC_API_KEY: key,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Claude Code refuses to skip its questions as root anywhere but in a sandbox.
      IS_SANDBOX: '1',
    },
  }),
}
