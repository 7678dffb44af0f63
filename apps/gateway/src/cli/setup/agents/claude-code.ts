import { type Agent, homeFolder } from '../agent.ts'

/** https://code.claude.com/docs/en/llm-gateway */
export const claudeCode: Agent = {
  id: 'claude-code',
  title: 'Claude Code',
  tried: { version: '2.1.330', by: 'ci' },
  speaks: 'messages',
  prefers: ['claude-sonnet-*', 'claude-opus-*', 'claude-*'],
  start: () => ['claude'],
  notes: ["With a model that is none of Claude's, /model in Claude Code shows only that one."],
  files: ({ url, key, model }) => {
    const variables = {
      ANTHROPIC_BASE_URL: url,
      // A token is not asked about at the first start, as a key is.
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_MODEL: model,
      // Titles and summaries are the work of a smaller model, which this gateway need not have.
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      ANTHROPIC_DEFAULT_SONNET_MODEL: model,
      ANTHROPIC_DEFAULT_OPUS_MODEL: model,
    }
    return [
      {
        folder: homeFolder('.claude', 'CLAUDE_CONFIG_DIR'),
        names: ['settings.json'],
        syntax: 'json',
        edits: Object.entries(variables).map(([name, value]) => ({ path: ['env', name], value })),
      },
    ]
  },
}
