import { type Agent, homeFolder } from '../agent.ts'

/** https://docs.cline.bot/cline-cli */
export const cline: Agent = {
  id: 'cline',
  title: 'Cline',
  tried: { version: '3.0.65', by: 'hand' },
  speaks: 'chat',
  prefers: ['claude-*', 'gpt-*'],
  start: () => ['cline'],
  files: ({ url, key, model }) => [
    {
      folder: homeFolder('.cline'),
      names: ['data/settings/providers.json'],
      syntax: 'json',
      edits: [
        { path: ['version'], value: 1 },
        { path: ['lastUsedProvider'], value: 'openai-compatible' },
        {
          path: ['providers', 'openai-compatible'],
          value: {
            settings: { provider: 'openai-compatible', apiKey: key, model, baseUrl: `${url}/v1` },
            // A time is required, and is not used.
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      ],
    },
  ],
}
