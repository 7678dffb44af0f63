import { type Agent, homeFolder } from '../agent.ts'

/** https://aider.chat/docs/config/aider_conf.html */
export const aider: Agent = {
  id: 'aider',
  title: 'aider',
  tried: { version: '0.86.2', by: 'ci' },
  speaks: 'chat',
  prefers: ['claude-*', 'gpt-*'],
  start: () => ['aider'],
  files: ({ url, key, model }) => [
    {
      folder: homeFolder(''),
      names: ['.aider.conf.yml'],
      syntax: 'yaml',
      edits: [
        { path: ['model'], value: `openai/${model}` },
        { path: ['weak-model'], value: `openai/${model}` },
        { path: ['openai-api-base'], value: `${url}/v1` },
        { path: ['openai-api-key'], value: key },
        { path: ['show-model-warnings'], value: false },
      ],
    },
  ],
}
