import type { Agent } from '../agent.ts'

/** https://fast-agent.ai */
export const fastAgent: Agent = {
  id: 'fast-agent',
  title: 'fast-agent',
  tried: { version: '2026-11', by: 'hand' },
  speaks: 'responses',
  prefers: ['gpt-*', 'claude-*'],
  start: () => ['fast-agent go --shell --config-path fast-agent.yaml   # in this folder'],
  files: ({ url, key, model }) => [
    {
      folder: 'current',
      names: ['fast-agent.yaml'],
      syntax: 'yaml',
      edits: [
        { path: ['default_model'], value: `responses.${model}` },
        { path: ['responses', 'api_key'], value: key },
        { path: ['responses', 'base_url'], value: `${url}/v1` },
      ],
    },
  ],
}
