import { type Agent, configFolder } from '../agent.ts'

/** https://opencode.ai/docs/providers */
export const opencode: Agent = {
  id: 'opencode',
  title: 'opencode',
  tried: { version: '1.18.33', by: 'ci' },
  speaks: 'messages',
  prefers: ['claude-*', 'gpt-*', 'gemini-*'],
  start: () => ['opencode'],
  files: ({ url, key, model, contextLength, maxOutput }) => [
    {
      folder: configFolder('opencode'),
      names: ['opencode.jsonc', 'opencode.json'],
      syntax: 'json',
      edits: [
        // opencode adds it by itself, after which the file would be another than the set-up left.
        { path: ['$schema'], value: 'https://opencode.ai/config.json' },
        {
          path: ['provider', 'interlingua'],
          value: {
            name: 'Interlingua',
            // The provider of Anthropic's format brings reasoning back; the one for Chat Completions drops it.
            npm: '@ai-sdk/anthropic',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { [model]: { limit: { context: contextLength, output: maxOutput } } },
          },
        },
        { path: ['model'], value: `interlingua/${model}` },
      ],
    },
  ],
}
