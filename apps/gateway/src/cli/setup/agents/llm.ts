import { type Agent, applicationFolder } from '../agent.ts'

const home = applicationFolder('io.datasette.llm', 'LLM_USER_PATH')

/** https://llm.datasette.io */
export const llm: Agent = {
  id: 'llm',
  title: 'llm',
  tried: { version: '0.36', by: 'ci' },
  speaks: 'responses',
  prefers: ['gpt-*', 'claude-*'],
  start: () => ['llm -m interlingua "…"'],
  files: ({ url, key, model }) => [
    {
      folder: home,
      names: ['extra-openai-models.yaml'],
      syntax: 'yaml-list',
      edits: [
        {
          list: ['list'],
          by: 'model_id',
          item: {
            model_id: 'interlingua',
            model_name: model,
            api_base: `${url}/v1`,
            api_key_name: 'interlingua',
            vision: true,
            supports_tools: true,
            supports_schema: true,
            reasoning: true,
            responses: true,
          },
        },
      ],
    },
    { folder: home, names: ['keys.json'], syntax: 'json', edits: [{ path: ['interlingua'], value: key }] },
  ],
}
