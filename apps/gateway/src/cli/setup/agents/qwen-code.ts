import { type Agent, homeFolder } from '../agent.ts'

const home = homeFolder('.qwen')

/** https://github.com/QwenLM/qwen-code */
export const qwenCode: Agent = {
  id: 'qwen-code',
  title: 'Qwen Code',
  tried: { version: '0.24.4', by: 'ci' },
  speaks: 'chat',
  prefers: ['qwen*', 'claude-*', 'gpt-*'],
  start: () => ['qwen'],
  files: ({ url, key, model }) => [
    {
      folder: home,
      names: ['settings.json'],
      syntax: 'json',
      edits: [
        {
          // The Anthropic setting of Qwen Code asks every model for more reasoning than older ones take.
          list: ['modelProviders', 'openai'],
          by: 'id',
          item: { id: model, name: `${model} by Interlingua`, envKey: 'INTERLINGUA_API_KEY', baseUrl: `${url}/v1` },
        },
        { path: ['security', 'auth', 'selectedType'], value: 'openai' },
        { path: ['model', 'name'], value: model },
      ],
    },
    { folder: home, names: ['.env'], syntax: 'environment', edits: [{ path: ['INTERLINGUA_API_KEY'], value: key }] },
  ],
}
