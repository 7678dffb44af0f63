import { type Agent, homeFolder } from '../agent.ts'

const home = homeFolder('.vibe', 'VIBE_HOME')

/** https://github.com/mistralai/mistral-vibe */
export const mistralVibe: Agent = {
  id: 'mistral-vibe',
  title: 'Mistral Vibe',
  tried: { version: '3.0.2', by: 'ci' },
  speaks: 'responses',
  prefers: ['devstral-*', 'mistral-*', 'gpt-*', 'claude-*'],
  start: () => ['vibe'],
  files: ({ url, key, model }) => [
    {
      folder: home,
      names: ['config.toml'],
      syntax: 'toml',
      edits: [
        { path: ['active_model'], value: 'interlingua' },
        {
          list: ['providers'],
          by: 'name',
          item: {
            name: 'interlingua',
            api_base: `${url}/v1`,
            api_key_env_var: 'INTERLINGUA_API_KEY',
            api_style: 'openai-responses',
            backend: 'generic',
          },
        },
        {
          list: ['models'],
          by: 'alias',
          item: { name: model, provider: 'interlingua', alias: 'interlingua', thinking: 'off', supports_images: true },
        },
      ],
    },
    { folder: home, names: ['.env'], syntax: 'environment', edits: [{ path: ['INTERLINGUA_API_KEY'], value: key }] },
  ],
}
