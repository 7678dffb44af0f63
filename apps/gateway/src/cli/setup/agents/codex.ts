import { type Agent, homeFolder } from '../agent.ts'

const home = homeFolder('.codex', 'CODEX_HOME')

/** https://developers.openai.com/codex/config-reference */
export const codex: Agent = {
  id: 'codex',
  title: 'Codex',
  tried: { version: '0.169.0', by: 'ci' },
  speaks: 'responses',
  prefers: ['gpt-*-codex', 'gpt-*', 'o*'],
  start: () => ['codex'],
  files: ({ url, key, model }) => [
    {
      folder: home,
      names: ['config.toml'],
      syntax: 'toml',
      edits: [
        { path: ['model'], value: model },
        { path: ['model_provider'], value: 'interlingua' },
        {
          path: ['model_providers', 'interlingua'],
          value: { name: 'Interlingua', base_url: `${url}/v1`, env_key: 'INTERLINGUA_API_KEY', wire_api: 'responses' },
        },
      ],
    },
    { folder: home, names: ['.env'], syntax: 'environment', edits: [{ path: ['INTERLINGUA_API_KEY'], value: key }] },
  ],
}
