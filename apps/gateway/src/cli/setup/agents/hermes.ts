import { type Agent, homeFolder } from '../agent.ts'

/** https://github.com/NousResearch/hermes-agent */
export const hermes: Agent = {
  id: 'hermes',
  title: 'Hermes',
  tried: { version: '2026-11', by: 'hand' },
  speaks: 'messages',
  prefers: ['hermes-*', 'claude-*', 'gpt-*'],
  start: () => ['hermes'],
  files: ({ url, key, model, contextLength }) => {
    const values = {
      default: model,
      provider: 'custom',
      base_url: url,
      api_key: key,
      api_mode: 'anthropic_messages',
      context_length: contextLength,
    }
    return [
      {
        folder: homeFolder('.hermes', 'HERMES_HOME'),
        names: ['config.yaml'],
        syntax: 'yaml',
        edits: Object.entries(values).map(([name, value]) => ({ path: ['model', name], value })),
      },
    ]
  },
}
