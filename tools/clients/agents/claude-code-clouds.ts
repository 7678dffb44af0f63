import type { Agent } from './agent.ts'
import { claudeCode } from './claude-code.ts'

/** Settings of all modes, without the address and the key of Anthropic's own. */
function shared(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { ANTHROPIC_BASE_URL: _, ANTHROPIC_API_KEY: __, ...rest } = env
  return rest
}

/** Claude Code as it is set up for a cloud, which then is the gateway. https://code.claude.com/docs/en/amazon-bedrock, /google-vertex-ai */
export const claudeCodeClouds: readonly Agent[] = [
  {
    ...claudeCode,
    name: 'claude-code-bedrock',
    prepare(setting) {
      const run = claudeCode.prepare(setting)
      const { gateway, key, model } = setting
      return {
        ...run,
        env: {
          ...shared(run.env),
          CLAUDE_CODE_USE_BEDROCK: '1',
          ANTHROPIC_BEDROCK_BASE_URL: gateway,
          AWS_BEARER_TOKEN_BEDROCK: key,
          AWS_REGION: 'eu-central-1',
          ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
          ANTHROPIC_DEFAULT_SONNET_MODEL: model,
          ANTHROPIC_DEFAULT_OPUS_MODEL: model,
        },
      }
    },
  },
  {
    ...claudeCode,
    name: 'claude-code-vertex',
    prepare(setting) {
      const run = claudeCode.prepare(setting)
      const { gateway, key, model } = setting
      return {
        ...run,
        env: {
          ...shared(run.env),
          CLAUDE_CODE_USE_VERTEX: '1',
          ANTHROPIC_VERTEX_BASE_URL: `${gateway}/v1`,
          ANTHROPIC_VERTEX_PROJECT_ID: 'project',
          CLOUD_ML_REGION: 'europe-west4',
          CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
          ANTHROPIC_AUTH_TOKEN: key,
          ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
          ANTHROPIC_DEFAULT_SONNET_MODEL: model,
          ANTHROPIC_DEFAULT_OPUS_MODEL: model,
        },
      }
    },
  },
]
