import { type Agent, configFolder } from '../agent.ts'

/** https://gptme.org/docs/config.html */
export const gptme: Agent = {
  id: 'gptme',
  title: 'gptme',
  tried: { version: '0.35.1', by: 'hand' },
  speaks: 'chat',
  prefers: ['claude-*', 'gpt-*'],
  start: () => ['gptme --tool-format tool'],
  files: ({ url, key, model }) => [
    {
      folder: configFolder('gptme'),
      names: ['config.toml'],
      syntax: 'toml',
      edits: [
        { path: ['env', 'MODEL'], value: `interlingua/${model}` },
        {
          list: ['providers'],
          by: 'name',
          item: { name: 'interlingua', base_url: `${url}/v1`, api_key: key, default_model: model },
        },
      ],
    },
  ],
}
